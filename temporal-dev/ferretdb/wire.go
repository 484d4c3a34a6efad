// Framing of the MongoDB wire protocol: just as much as the front needs to pass whole messages on.
// https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

const (
	headerLength  = 16         // messageLength, requestID, responseTo, opCode: four little-endian int32
	maxLength     = 48_000_000 // what a MongoDB server accepts
	opMsg         = 2013
	moreToCome    = uint32(1 << 1)
	flagsAt       = headerLength
	sectionKindAt = headerLength + 4
	commandAt     = sectionKindAt + 1 + 4 + 1 // kind byte, document length, type of the first element
)

// message is one whole wire message, header included.
type message []byte

// readMessage reads one message; io.EOF means that the other side closed between two messages.
func readMessage(from io.Reader) (message, error) {
	var head [headerLength]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(head[:4])
	if length < headerLength || length > maxLength {
		return nil, fmt.Errorf("not a MongoDB message: length %d", length)
	}
	whole := make(message, length)
	copy(whole, head[:])
	if _, err := io.ReadFull(from, whole[headerLength:]); err != nil {
		return nil, err
	}
	return whole, nil
}

func (m message) isOpMsg() bool {
	return len(m) > commandAt && binary.LittleEndian.Uint32(m[12:16]) == opMsg
}

// command is the name of an OP_MSG's command (the first key of its body), "" for anything else.
func (m message) command() string {
	if !m.isOpMsg() || m[sectionKindAt] != 0 {
		return ""
	}
	if end := bytes.IndexByte(m[commandAt:], 0); end >= 0 {
		return string(m[commandAt : commandAt+end])
	}
	return ""
}

// unanswered says whether the client set moreToCome: it will not read an answer (a write with w:0).
func (m message) unanswered() bool {
	return m.isOpMsg() && binary.LittleEndian.Uint32(m[flagsAt:])&moreToCome != 0
}
