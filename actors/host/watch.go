package host

import (
	"log/slog"

	"github.com/anthdm/hollywood/actor"
)

// watch logs what the engine reports and a host without bugs never causes: a
// message for nobody, two actors of one name. It is the event stream's only
// subscriber and stays for ever, because the stream spins over a subscriber
// that is gone.
func watch(engine *actor.Engine, log *slog.Logger) {
	engine.Subscribe(engine.SpawnFunc(func(c *actor.Context) {
		defer func() { _ = recover() }() // a logger that panics must not end the program
		switch e := c.Message().(type) {
		case actor.DeadLetterEvent:
			log.Error("engine lost a message", "pid", e.Target.GetID())
		case actor.ActorDuplicateIdEvent:
			log.Error("engine has two actors of one name", "pid", e.PID.GetID())
		}
	}, "watch", actor.WithID("0"), actor.WithInboxSize(8), actor.WithMaxRestarts(-1), actor.WithRestartDelay(0)))
}
