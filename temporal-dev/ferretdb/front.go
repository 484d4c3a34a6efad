// The front: accepts clients and lets one writing command at a time, over all connections, through to FerretDB.
package main

import (
	"bufio"
	"context"
	"net"
	"sync"
	"time"
)

// passing are commands that change nothing: they need no turn, and keep nobody waiting. A read sees the database as it
// was when SQLite began it, with every write that was answered before. Everything else takes a turn.
var passing = map[string]bool{
	"find": true, "count": true, "aggregate": true, "distinct": true, "listIndexes": true, "getMore": true,
	"hello": true, "isMaster": true, "ismaster": true, "ping": true, "buildInfo": true, "killCursors": true,
	"endSessions": true,
}

type front struct {
	dial func() (net.Conn, error)
	turn sync.Mutex // held from the first byte sent to FerretDB to the last of its answer

	mu    sync.Mutex
	conns map[net.Conn]struct{} // both sides: clients, and our connections to FerretDB
	done  sync.WaitGroup
}

func newFront(dial func() (net.Conn, error)) *front {
	return &front{dial: dial, conns: make(map[net.Conn]struct{})}
}

// serve accepts clients until ctx ends; then it finishes the command in flight, hangs up on everyone and returns.
func (f *front) serve(ctx context.Context, listener net.Listener) {
	go func() {
		<-ctx.Done()
		_ = listener.Close()
	}()
	for {
		client, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				break
			}
			time.Sleep(10 * time.Millisecond) // such as "too many open files": the next one may succeed
			continue
		}
		f.done.Add(1)
		go func() {
			defer f.done.Done()
			f.serveClient(client)
		}()
	}
	f.turn.Lock()
	f.mu.Lock()
	for conn := range f.conns {
		_ = conn.Close()
	}
	f.conns = nil
	f.mu.Unlock()
	f.turn.Unlock()
	f.done.Wait()
}

// keep remembers a connection, so that stopping can close it. A connection that comes after that is closed at once.
func (f *front) keep(conn net.Conn) (forget func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.conns == nil {
		_ = conn.Close()
	} else {
		f.conns[conn] = struct{}{}
	}
	return func() {
		_ = conn.Close()
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.conns, conn)
	}
}

// serveClient passes the messages of one client on, over a connection to FerretDB of its own (sign-in and client
// metadata belong to a connection).
func (f *front) serveClient(client net.Conn) {
	defer f.keep(client)()
	server, err := f.dial()
	if err != nil {
		return
	}
	defer f.keep(server)()
	fromClient, fromServer := bufio.NewReader(client), bufio.NewReader(server)
	for {
		request, err := readMessage(fromClient)
		if err != nil {
			return
		}
		response, err := f.exchange(server, fromServer, request)
		if err != nil {
			return
		}
		if request.unanswered() {
			continue // FerretDB answers everything; this client does not wait for it
		}
		// Outside the turn: a client slow to read keeps nobody waiting.
		if _, err := client.Write(response); err != nil {
			return
		}
	}
}

// exchange sends one request and reads its one response. FerretDB never streams several (it knows no topologyVersion,
// so no driver asks for an awaitable hello), whatever the exhaustAllowed flag says.
func (f *front) exchange(server net.Conn, fromServer *bufio.Reader, request message) (message, error) {
	if !passing[request.command()] {
		f.turn.Lock()
		defer f.turn.Unlock()
	}
	if _, err := server.Write(request); err != nil {
		return nil, err
	}
	return readMessage(fromServer)
}
