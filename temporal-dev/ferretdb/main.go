// Command plumbline-ferretdb is the database of the local stack: FerretDB on SQLite, reachable by any MongoDB client.
//
// FerretDB reads, changes and writes a document in separate steps, so concurrent updates get lost (50 parallel $inc
// leave fewer than 10). Therefore clients do not reach it themselves: a front lets one writing command at a time through.
//
// It asks nobody for a password: it listens on a Unix socket that only its own user can open, and on no port.
//
// Usage: plumbline-ferretdb --socket state/mongo.sock --dir state/ferretdb/ [--exit-with-stdin]
//
// It logs "ready mongodb://(socket)/" once it takes connections, and stops on SIGINT, SIGTERM or, when asked to,
// at the end of its standard input (which comes when the parent process is gone, however that happened).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	socket := flag.String("socket", "", "Unix socket for clients, ending in .sock; its folder must be this user's alone")
	dir := flag.String("dir", "", "folder of the database files; made when missing")
	withStdin := flag.Bool("exit-with-stdin", false, "stop when standard input ends")
	flag.Parse()

	syscall.Umask(0o077) // files and sockets are for this user
	if err := run(*socket, *dir, *withStdin); err != nil {
		logger(os.Stderr, slog.LevelError).Error("embedded database: " + err.Error())
		os.Exit(1)
	}
}

func run(socket, dir string, withStdin bool) error {
	if !strings.HasSuffix(socket, ".sock") {
		return fmt.Errorf("--socket is missing, or does not end in .sock as drivers want it")
	}
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

	// FerretDB itself listens beside the clients' socket. Not in Linux's abstract namespace, which knows no owners.
	behind := strings.TrimSuffix(socket, ".sock") + ".inner"
	// We hold the lock: what is left there is of a process that was killed.
	for _, left := range []string{socket, behind} {
		if err := os.Remove(left); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	db, err := open(dir, behind)
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

	dial := func() (net.Conn, error) { return net.Dial("unix", behind) }
	if err := answers(dial); err != nil {
		return fmt.Errorf("cannot listen on %s: %w", behind, err)
	}
	outside, err := net.Listen("unix", socket)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", socket, err)
	}
	front := newFront(dial)
	logger(os.Stdout, slog.LevelInfo).Info("ready mongodb://" + url.PathEscape(socket) + "/")
	front.serve(ctx, outside)
	return nil
}

// answers waits until FerretDB takes connections: its own listener comes up after Run has begun.
func answers(dial func() (net.Conn, error)) error {
	deadline := time.Now().Add(10 * time.Second)
	for {
		conn, err := dial()
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(deadline) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// open starts FerretDB over the SQLite files in dir, which must be absolute or relative to the working folder.
func open(dir, socket string) (*ferretdb.FerretDB, error) {
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
		Logger:    logger(os.Stderr, slog.LevelError),
	}
	config.Listener.Unix = socket
	return ferretdb.New(config)
}

// logger writes lines of JSON that name things as the rest of the service does.
func logger(to io.Writer, least slog.Level) *slog.Logger {
	return slog.New(slog.NewJSONHandler(to, &slog.HandlerOptions{
		Level: least,
		ReplaceAttr: func(groups []string, attr slog.Attr) slog.Attr {
			if len(groups) > 0 {
				return attr
			}
			switch attr.Key {
			case slog.TimeKey:
				attr.Key = "timestamp"
			case slog.MessageKey:
				attr.Key = "message"
			case slog.LevelKey:
				attr.Value = slog.StringValue(strings.ToLower(attr.Value.String()))
			}
			return attr
		},
	}))
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
