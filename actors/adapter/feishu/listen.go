package feishu

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strings"
	"sync"
	"time"

	"familiar/actors/adapter"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
	larkevent "github.com/larksuite/oapi-sdk-go/v3/event"
	"github.com/larksuite/oapi-sdk-go/v3/event/dispatcher"
	"github.com/larksuite/oapi-sdk-go/v3/ws"

	"familiar/actors/adapter/feishu/rest"
)

// Listen implements adapter.Adapter over the app's long connection. It ends
// when that is lost: the runner calls it again.
func (a *Account) Listen(ctx context.Context, hear adapter.Hear) error {
	me, err := a.meet(ctx)
	if err != nil {
		return unlessOver(ctx, err)
	}
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	l := newListening(running, a, me, hear)
	a.recall(ctx)
	gaps := a.lines.gaps()
	maps.Copy(gaps, a.unfilled) // they begin earlier
	l.lookBack(gaps)
	client := ws.NewClient(a.config.AppID, string(a.config.AppSecret),
		ws.WithDomain(a.config.URL),
		ws.WithHttpClient(rest.NewHTTPClient()),
		ws.WithLogger(rest.Silent),
		ws.WithLogLevel(larkcore.LogLevelError),
		ws.WithAutoReconnect(false), // the runner's pauses are ours, and tell
		ws.WithEventHandler(events()),
		ws.WithOnReady(func() { l.catchUp(gaps) }))
	err = client.Start(context.WithValue(running, ear{}, l)) // returns when no event is being answered
	cancel()
	l.wait()
	return unlessOver(ctx, a.ended(err))
}

func unlessOver(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// crowdedPause is before the next try when the app has too many connections.
const crowdedPause = time.Minute

// ended says of the SDK's error whether the connection can come back.
func (a *Account) ended(err error) error {
	if err == nil {
		return errors.New("feishu: the connection ended")
	}
	lost := fmt.Errorf("feishu: connection: %s", a.printable(err))
	refusal, refused := errors.AsType[*ws.ClientError](err)
	switch {
	case !refused:
		return lost
	case refusal.Code == ws.AuthFailed || refusal.Code == ws.ExceedConnLimit:
		return adapter.RetryAfter(crowdedPause, fmt.Errorf("%w: this app has more connections open than the network allows", lost))
	}
	return fmt.Errorf("%w: %w: check that the app is enabled and receives events by long connection", adapter.ErrGone, lost)
}

var query = regexp.MustCompile(`\?[^\s"]*`)

// printable returns an error without the connection's address, whose query is
// a key to it, and without the app's secret.
func (a *Account) printable(err error) string {
	text := query.ReplaceAllString(err.Error(), "?…")
	return adapter.CleanName(strings.ReplaceAll(text, string(a.config.AppSecret), "…"), 300)
}

// ear is where the context of a run of the SDK's client keeps who listens.
type ear struct{}

// events is the one dispatcher: making one prints a line to standard output.
var events = sync.OnceValue(func() *dispatcher.EventDispatcher {
	d := dispatcher.NewEventDispatcher("", "")
	d.InitConfig(larkevent.WithLogger(rest.Silent))
	hand := func(ctx context.Context, e *larkevent.EventReq) error {
		return ctx.Value(ear{}).(*listening).receive(ctx, e.Body)
	}
	for _, name := range append([]string{eventReceived, eventRecalled, eventReacted, eventUnreacted}, ignored...) {
		d.OnCustomizedEvent(name, hand)
	}
	return d
})
