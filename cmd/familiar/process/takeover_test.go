package process

import (
	"strings"
	"testing"

	"familiar/internal/await"
	"familiar/telemetry"
	"familiar/telemetry/telemetrytest"
)

// TestTakeOverTraces: each take-over of a partition and of the account is one trace with
// its stages in their order, and so is each giving up.
func TestTakeOverTraces(t *testing.T) {
	t.Parallel()
	town, into := newTown(t), &telemetrytest.Receiver{}
	var err error
	if town.recorded, err = telemetry.Open(t.Context(), telemetry.Options{
		Config: telemetry.Config{Endpoint: "http://collector:4318"}, Client: into.Client(),
	}); err != nil {
		t.Fatal(err)
	}
	has := func(tree string, times int) bool {
		return strings.Count(into.Trees("familiar.share", "familiar.cause"), tree) == times
	}
	const (
		partition = "\n  claim\n  introduce\n  own\n  read\n  wake\n"
		account   = "\n  claim\n  identify\n  connect\n"
	)
	first := town.settle("first")
	await.Until(t, "that the first has everything", func() bool {
		return has("take_over share=partition cause=first"+partition, 8) && has("take_over share=account cause=first"+account, 1)
	})
	second := town.settle("second")
	await.Until(t, "that the second has half", func() bool { return has("take_over share=partition cause=rebalanced"+partition, 4) })
	first.stop()
	await.Until(t, "that the second has everything", func() bool {
		return has("take_over share=partition cause=drained"+partition, 4) && has("take_over share=account cause=drained"+account, 1)
	})
	second.stop()
	if err := town.recorded.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for tree, times := range map[string]int{
		"give_up share=partition cause=moved\n  turns\n  save\n  release\n": 4,
		"give_up share=partition cause=stops\n  turns\n  save\n  release\n": 4 + 8,
		"give_up share=account cause=stops\n  leave\n  release\n":           2,
	} {
		if !has(tree, times) {
			t.Errorf("want %d times\n%s", times, tree)
		}
	}
	if t.Failed() {
		t.Log(into.Trees("familiar.share", "familiar.cause"))
	}
}
