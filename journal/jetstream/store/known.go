package store

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"familiar/journal"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// The server's codes that have no name in its client, from its errors.json.
const (
	codeStoreFailed jetstream.ErrorCode = 10077 // its description says why
	CodeMaximum     jetstream.ErrorCode = 10047 // insufficient resources
	codeStorage     jetstream.ErrorCode = 10023
	codeUnavailable jetstream.ErrorCode = 10008 // it starts or ends
)

// Known returns an error of NATS the name that journal's callers act on; others
// stay as they are.
func Known(err error) error {
	if err == nil {
		return nil
	}
	var api *jetstream.APIError
	switch {
	case errors.Is(err, nats.ErrConnectionClosed):
		return fmt.Errorf("%w: %w", journal.ErrClosed, err)
	case errors.Is(err, nats.ErrReconnectBufExceeded): // there is no buffer: there is no connection
		return journal.ErrAway
	case isAway(err):
		return fmt.Errorf("%w: %w", journal.ErrAway, err)
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return fmt.Errorf("%w: %w", journal.ErrNotFound, err)
	case !errors.As(err, &api):
		return err
	}
	switch api.ErrorCode {
	case jetstream.JSErrCodeStreamWrongLastSequence:
		return fmt.Errorf("%w: %w", journal.ErrConflict, err)
	case jetstream.JSErrCodeStreamWrongLastSequenceConstant: // the other is proposed to the cluster, not committed
		return fmt.Errorf("%w: %w", journal.ErrPending, err)
	case codeUnavailable:
		return fmt.Errorf("%w: %w", journal.ErrAway, err)
	case CodeMaximum, codeStorage:
		return fmt.Errorf("%w: %w", journal.ErrFull, err)
	case codeStoreFailed:
		if strings.Contains(api.Description, "maximum") || strings.Contains(api.Description, "no space") {
			return fmt.Errorf("%w: %w", journal.ErrFull, err)
		}
	default: // nobody acts on the others
	}
	return err
}

// isAway reports whether the server wasn't there for a call, or went away while it was sent.
func isAway(err error) bool {
	if _, broken := errors.AsType[*net.OpError](err); broken {
		return true
	}
	return errors.Is(err, nats.ErrConnectionReconnecting) || errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrNoResponders)
}
