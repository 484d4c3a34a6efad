// The front: accepts clients and lets one writing command at a time, over all connections, through to FerretDB. Reads pass
// together while nobody writes.
package main

import (
	"bufio"
	"context"
	"net"
	"sync"
	"time"
)

// passing are commands that change nothing and may wait (a getMore with awaitData) or must not (a driver's health
// check): they need no turn. Everything else takes one.
var passing = map[string]bool{
	"hello": true, "isMaster": true, "ismaster": true, "ping": true, "buildInfo": true, "getMore": true,
	"killCursors": true, "endSessions": true,
}

// reading are commands that change nothing: a slow one keeps no other reader waiting. A writer waits for those that have
// begun, and later ones wait for it.
var reading = map[string]bool{"find": true, "count": true, "aggregate": true, "distinct": true, "listIndexes": true}

type front struct {
	dial func() (net.Conn, error)
	turn sync.RWMutex // held from the first byte sent to FerretDB to the last of its answer

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
	switch command := request.command(); {
	case passing[command]:
	case reading[command]:
		f.turn.RLock()
		defer f.turn.RUnlock()
	default:
		f.turn.Lock()
		defer f.turn.Unlock()
	}
	if _, err := server.Write(request); err != nil {
		return nil, err
	}
	return readMessage(fromServer)
}
