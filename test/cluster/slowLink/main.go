// Command slowlink forwards Ethernet frames between two network interfaces with a delay, and drops some of them, like
// `tc netem` for kernels that lack it. Connections that are already open are slowed down too.
//
// Usage: slowlink --between p1,d1 --delay 100ms --loss 0.05 --seed 1
//
// It prints "ready" once it forwards frames, and ends on SIGTERM, on SIGINT, and when its standard input is closed.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

const (
	ethAll        = 0x0003
	packetVnetHdr = 15      // preserves partial checksums and segments that are larger than the link's MTU
	largestFrame  = 1 << 17 // such a segment, including its headers
	mostWaiting   = 10_000  // maximum number of delayed frames; further ones are dropped, as by a full queue
)

func main() {
	between := flag.String("between", "", "two interfaces, separated by a comma")
	delay := flag.Duration("delay", 0, "how much later a frame arrives, in each direction")
	loss := flag.Float64("loss", 0, "share of frames that are lost, in each direction")
	seed := flag.Uint64("seed", 1, "which frames are lost")
	flag.Parse()
	if err := run(strings.Split(*between, ","), *delay, *loss, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "slowlink:", err)
		os.Exit(1)
	}
}

func run(names []string, delay time.Duration, loss float64, seed uint64) error {
	if len(names) != 2 {
		return fmt.Errorf("--between needs two interfaces")
	}
	var sockets [2]int
	for i, name := range names {
		socket, err := listen(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		sockets[i] = socket
	}
	failed := make(chan error, 2)
	for i := range sockets {
		lot := rand.New(rand.NewPCG(seed, uint64(i)))
		go func() { failed <- carry(sockets[i], sockets[1-i], delay, loss, lot) }()
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, syscall.SIGINT)
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		ended <- syscall.SIGTERM
	}()
	fmt.Println("ready")
	select {
	case err := <-failed:
		return err
	case <-ended:
		return nil
	}
}

// listen opens a socket that receives every frame of the interface.
func listen(name string) (int, error) {
	device, err := net.InterfaceByName(name)
	if err != nil {
		return 0, err
	}
	protocol := uint16(ethAll<<8 | ethAll>>8) // in the network's byte order
	socket, err := syscall.Socket(syscall.AF_PACKET, syscall.SOCK_RAW, int(protocol))
	if err != nil {
		return 0, err
	}
	if err := syscall.SetsockoptInt(socket, syscall.SOL_PACKET, packetVnetHdr, 1); err != nil {
		return 0, err
	}
	return socket, syscall.Bind(socket, &syscall.SockaddrLinklayer{Protocol: protocol, Ifindex: device.Index})
}

type frame struct {
	due   time.Time
	bytes []byte
}

// carry forwards frames from one socket to the other, in order.
func carry(from, to int, delay time.Duration, loss float64, lot *rand.Rand) error {
	waiting := make(chan frame, mostWaiting)
	go func() {
		for one := range waiting {
			time.Sleep(time.Until(one.due))
			// While an interface is down, frames are lost, as in a network.
			_, _ = syscall.Write(to, one.bytes)
		}
	}()
	buffer := make([]byte, largestFrame)
	for {
		length, sender, err := syscall.Recvfrom(from, buffer, 0)
		if err == syscall.EINTR || err == syscall.ENETDOWN {
			continue
		}
		if err != nil {
			return err
		}
		// The socket also receives outgoing frames of the interface; skip them.
		if link, ok := sender.(*syscall.SockaddrLinklayer); ok && link.Pkttype == syscall.PACKET_OUTGOING {
			continue
		}
		if lot.Float64() < loss {
			continue
		}
		select {
		case waiting <- frame{time.Now().Add(delay), append([]byte(nil), buffer[:length]...)}:
		default:
		}
	}
}
