package conversation

import "familiar/messages"

// The words by which a note names what settled something, where it was no rung
// of the ladder. docs/turns.md explains each; a test keeps the two equal.
const (
	bySpoke         = messages.BySpoke
	bySilence       = messages.BySilence
	byFailed        = messages.ByFailed
	byOutage        = messages.ByOutage
	byJudge         = messages.ByJudge
	bySteer         = messages.BySteer
	byGuard         = messages.ByGuard
	byStale         = messages.ByStale
	byOverdue       = messages.ByOverdue
	byShed          = messages.ByShed
	byDeleted       = messages.ByDeleted
	byUndeliverable = messages.ByUndeliverable
	byUnknown       = messages.ByUnknown
	byUndelivered   = messages.ByUndelivered
	byQuiet         = messages.ByQuiet
	byAlone         = messages.ByAlone
	byCrowded       = messages.ByCrowded
	byBackfill      = messages.ByBackfill
	byNotice        = messages.ByNotice
	byDuplicate     = messages.ByDuplicate
	byIgnore        = messages.ByIgnore
	byGuest         = messages.ByGuest
	byClaim         = messages.ByClaim
	byCommand       = messages.ByCommand
	byReconfigured  = messages.ByReconfigured
	byRefused       = messages.ByRefused
	byFloor         = messages.ByFloor
	byHours         = messages.ByHours
	byAbsent        = messages.ByAbsent
	byTurn          = messages.ByTurn
	byNotItsTurn    = messages.ByNotItsTurn
	byLate          = messages.ByLate
	byOdds          = messages.ByOdds
	byBudget        = messages.ByBudget
	byInject        = messages.ByInject
	byInterrupt     = messages.ByInterrupt
	byShare         = messages.ByShare
	byReacted       = messages.ByReacted
	byFork          = messages.ByFork
	byEdited        = messages.ByEdited
	byShadowed      = messages.ByShadowed
	byCut           = messages.ByCut
)

// words is all of them, for the page that explains them.
var words = []messages.Rung{
	bySpoke,
	bySilence,
	byFailed,
	byOutage,
	byJudge,
	bySteer,
	byGuard,
	byStale,
	byOverdue,
	byShed,
	byDeleted,
	byUndeliverable,
	byUnknown,
	byUndelivered,
	byQuiet,
	byAlone,
	byCrowded,
	byBackfill,
	byNotice,
	byDuplicate,
	byIgnore,
	byGuest,
	byClaim,
	byCommand,
	byReconfigured,
	byRefused,
	byFloor,
	byHours,
	byAbsent,
	byTurn,
	byNotItsTurn,
	byLate,
	byOdds,
	byBudget,
	byInject,
	byInterrupt,
	byShare,
	byReacted,
	byFork,
	byEdited,
	byShadowed,
	byCut,
}
