package conversation

import "familiar/policy/obstacle"

// The words by which a note names what settled something, where it was no rung
// of the ladder. docs/turns.md explains each; a test keeps the two equal.
const (
	bySpoke         = "spoke"
	bySilence       = "silence"
	byFailed        = "failed"
	byOutage        = "outage"
	byJudge         = "judge"
	bySteer         = "steer"
	byGuard         = string(obstacle.ByGuard)
	byStale         = "stale"
	byOverdue       = "overdue"
	byShed          = "shed"
	byDeleted       = "deleted"
	byUndeliverable = "undeliverable"
	byUnknown       = "unknown"
	byUndelivered   = "undelivered"
	byQuiet         = string(obstacle.ByQuiet)
	byAlone         = string(obstacle.ByAlone)
	byCrowded       = string(obstacle.ByCrowded)
	byBackfill      = string(obstacle.ByBackfill)
	byNotice        = string(obstacle.ByNotice)
	byDuplicate     = "duplicate"
	byIgnore        = "ignore"
	byGuest         = "guest"
	byClaim         = "claim"
	byCommand       = "command"
	byReconfigured  = "reconfigured"
	byRefused       = "refused"
	byFloor         = "floor"
	byHours         = string(obstacle.ByHours)
	byAbsent        = string(obstacle.ByAbsent)
	byTurn          = "turn"
	byNotItsTurn    = "not-its-turn"
	byLate          = "late"
	byOdds          = "odds"
	byBudget        = string(obstacle.ByBudget)
	byInject        = "inject"
	byInterrupt     = "interrupt"
	byShare         = string(obstacle.ByShare)
	byReacted       = "reacted"
	byFork          = "fork"
	byEdited        = "edited"
	byShadowed      = "shadowed"
	byCut           = "cut"
)

// words is all of them, for the page that explains them.
var words = []string{
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
