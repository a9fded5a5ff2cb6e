package process

import (
	"log/slog"
	"slices"
	"sync"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/internal/await"
	"familiar/journal"
)

// TestStopTogether: processes that stop at the same moment leave the journal to who
// would have it for itself, who doesn't wait.
func TestStopTogether(t *testing.T) {
	t.Parallel()
	town := newTown(t)
	for range 3 {
		both := []*citizen{town.settle("first"), town.settle("second")}
		await.Until(t, "that both have channels", func() bool {
			return !slices.ContainsFunc(both, func(p *citizen) bool {
				live, all := p.app.Live()
				return live != all || live != journal.DefaultPartitions/2
			})
		})
		var stopping sync.WaitGroup
		for _, p := range both {
			stopping.Go(p.stop)
		}
		stopping.Wait()
		j, err := command.OpenStore(t.Context(), town.configuration(), slog.New(slog.DiscardHandler), func() int { return 1 })
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
