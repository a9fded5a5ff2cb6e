package conversation

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"familiar/messages"
	"familiar/policy/finish"
	"familiar/policy/ladder"
	"familiar/policy/why"
)

// rungs is every word that a note may name: a rung's, one that settles, or what
// became of a part.
var rungs = func() map[messages.Rung]bool {
	all := map[messages.Rung]bool{ladder.Bottom: true}
	for _, rung := range ladder.Rungs() {
		all[rung] = true
	}
	for _, word := range words {
		all[word] = true
	}
	for _, result := range []finish.Result{finish.Duplicate, finish.TurnCap, finish.SkipLocked, finish.Flood, finish.Aborted} {
		all[messages.Rung(result)] = true
	}
	return all
}()

// TestPageHasEveryWord keeps docs/turns.md and the words equal.
func TestPageHasEveryWord(t *testing.T) {
	page, err := os.ReadFile("../../docs/turns.md")
	if err != nil {
		t.Fatal(err)
	}
	var explained []messages.Rung
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllSubmatch(page, -1) {
		explained = append(explained, messages.Rung(row[1]))
	}
	if !slices.Equal(explained, words) {
		t.Errorf("the page explains %q, the code says %q", explained, words)
	}
}

// TestEveryWordIsSaidInPlainWords: whatever a note names, /why has a text for.
func TestEveryWordIsSaidInPlainWords(t *testing.T) {
	for word := range rungs {
		if !why.Knows(word) {
			t.Errorf("%q has no sentence in policy/why", word)
		}
	}
}

// words are what a note names where no rung of the ladder decided, in the order
// in which docs/turns.md explains them.
var words = []messages.Rung{
	messages.BySpoke,
	messages.BySilence,
	messages.ByFailed,
	messages.ByOutage,
	messages.ByJudge,
	messages.BySteer,
	messages.ByGuard,
	messages.ByStale,
	messages.ByOverdue,
	messages.ByShed,
	messages.ByDeleted,
	messages.ByUndeliverable,
	messages.ByUnknown,
	messages.ByUndelivered,
	messages.ByQuiet,
	messages.ByAlone,
	messages.ByCrowded,
	messages.ByBackfill,
	messages.ByNotice,
	messages.ByDuplicate,
	messages.ByIgnore,
	messages.ByGuest,
	messages.ByClaim,
	messages.ByCommand,
	messages.ByReconfigured,
	messages.ByRefused,
	messages.ByFloor,
	messages.ByHours,
	messages.ByAbsent,
	messages.ByTurn,
	messages.ByNotItsTurn,
	messages.ByLate,
	messages.ByOdds,
	messages.ByBudget,
	messages.ByInject,
	messages.ByInterrupt,
	messages.ByShare,
	messages.ByReacted,
	messages.ByFork,
	messages.ByEdited,
	messages.ByShadowed,
	messages.ByCut,
	messages.ByTakenUp,
	messages.ByLiked,
	messages.ByDisliked,
	messages.ByTalkedOver,
	messages.ByIgnored,
	messages.ByHushed,
	messages.ByRemoved,
	messages.ByMissed,
}
