// Command plumbline-ferretdb is the database of the local stack: FerretDB on SQLite, reachable by any MongoDB client.
//
// FerretDB reads, changes and writes a document in separate steps, so concurrent updates get lost (50 parallel $inc
// leave fewer than 10). Therefore clients do not reach it themselves: a front lets one command at a time through.
//
// Usage: plumbline-ferretdb --listen 127.0.0.1:27017 --dir state/ [--exit-with-stdin]
//
// It prints "ready mongodb://host:port/" once it takes connections, and stops on SIGINT, SIGTERM or, when asked to,
// at the end of its standard input (which comes when the parent process is gone, however that happened).
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:27017", "address for clients, host:port; port 0 takes a free one")
	dir := flag.String("dir", "", "folder of the database files; made when missing")
	withStdin := flag.Bool("exit-with-stdin", false, "stop when standard input ends")
	flag.Parse()

	if err := run(*listen, *dir, *withStdin); err != nil {
		fmt.Fprintln(os.Stderr, "embedded database:", err)
		os.Exit(1)
	}
}

func run(listen, dir string, withStdin bool) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if withStdin {
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin)
			stop()
		}()
	}

	unlock, err := lockDir(dir)
	if err != nil {
		return err
	}
	defer unlock()

	network, address := inner()
	db, err := open(dir, network, address)
	if err != nil {
		return err
	}
	inside, stopInside := context.WithCancel(context.Background())
	insideDone := make(chan struct{})
	go func() {
		defer close(insideDone)
		_ = db.Run(inside)
	}()
	defer func() { stopInside(); <-insideDone }()

	if network == "tcp" {
		parsed, err := url.Parse(db.MongoDBURI())
		if err != nil {
			return err
		}
		address = parsed.Host
	}
	outside, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", listen, err)
	}
	front := newFront(func() (net.Conn, error) { return net.Dial(network, address) })
	fmt.Printf("ready mongodb://%s/\n", outside.Addr())
	front.serve(ctx, outside)
	return nil
}

// open starts FerretDB over the SQLite files in dir, which must be absolute or relative to the working folder.
func open(dir, network, address string) (*ferretdb.FerretDB, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	// WAL with synchronous=normal loses nothing when a process dies, only (at worst) the last commits when the power
	// does; it saves an fsync per write.
	files := url.URL{Scheme: "file", Path: absolute + "/", OmitHost: true, RawQuery: url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(wal)", "synchronous(normal)"},
	}.Encode()}
	config := &ferretdb.Config{
		Handler:   "sqlite",
		SQLiteURL: files.String(),
		Logger:    slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})),
	}
	if network == "unix" {
		config.Listener.Unix = address
	} else {
		config.Listener.TCP = address
	}
	return ferretdb.New(config)
}

// inner is where FerretDB itself listens: on Linux a socket in the abstract namespace (leaves no file behind,
// whatever happens to the process), elsewhere a free port of the loopback interface.
func inner() (network, address string) {
	if runtime.GOOS == "linux" {
		return "unix", fmt.Sprintf("@plumbline-ferretdb-%d", os.Getpid())
	}
	return "tcp", "127.0.0.1:0"
}

// lockDir makes the folder and keeps a second process off it: two of them would lose each other's updates.
func lockDir(dir string) (unlock func(), err error) {
	if dir == "" {
		return nil, fmt.Errorf("--dir is missing")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(filepath.Join(dir, "plumbline.lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("the data in %s is in use by another process", dir)
	}
	return func() { _ = file.Close() }, nil
}
