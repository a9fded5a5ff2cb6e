package loading

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"familiar/lab/load/scripted"
)

// A scriptedModel is the model's server of a load: real HTTP at an address of
// this machine.
type scriptedModel struct {
	server *http.Server
	url    string
	ended  chan error
}

// serveModel begins to serve at host:port.
func serveModel(ctx context.Context, address string, o scripted.Options) (*scriptedModel, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("load: model: %w", err)
	}
	m := &scriptedModel{
		server: &http.Server{Handler: scripted.New(o), ReadHeaderTimeout: 10 * time.Second},
		url:    "http://" + listener.Addr().String(),
		ended:  make(chan error, 1),
	}
	go func() { m.ended <- m.server.Serve(listener) }()
	return m, nil
}

// close ends it, with whatever it was about to say.
func (m *scriptedModel) close() error {
	err := m.server.Close()
	if ended := <-m.ended; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}
