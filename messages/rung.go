package messages

// A Rung is the word by which notes, logs, spans, metrics and docs name what
// decided: a rung of the ladder, a rule that keeps from what the ladder says, or
// what settled a line, a thought or a turn. policy/rules lists them all, with what
// they mean. Another program's may be none of these.
type Rung string

// The rungs of the ladder, in the order of the preset social. What each matches
// and answers stands in policy/ladder.
const (
	BySelf       Rung = "self"
	ByMode       Rung = "mode" // and of a line that the familiar must not see
	ByDM         Rung = "dm"
	ByMention    Rung = "mention"
	ByReply      Rung = "reply"
	BySibling    Rung = "sibling"
	ByAside      Rung = "aside"
	BySticky     Rung = "sticky"
	ByAlias      Rung = "alias"
	ByElsewhere  Rung = "elsewhere"
	ByColdThread Rung = "cold-thread"
	BySolo       Rung = "solo"
	ByRest       Rung = "rest"
	ByDefault    Rung = "default" // below every ladder; never configured
)

// What keeps a familiar from what its ladder says. When each applies stands in
// policy/obstacle.
const (
	ByAbsent    Rung = "absent"
	ByQuiet     Rung = "quiet"
	ByAlone     Rung = "alone"
	ByHours     Rung = "hours"
	ByGuard     Rung = "guard"
	ByBackfill  Rung = "backfill"
	ByNotice    Rung = "notice"
	ByCrowded   Rung = "crowded"
	ByBudget    Rung = "budget"
	ByAllowance Rung = "allowance"
	ByShare     Rung = "share"
)

// What settled something else. docs/turns.md explains each.
const (
	BySpoke         Rung = "spoke"
	BySilence       Rung = "silence"
	ByFailed        Rung = "failed"
	ByOutage        Rung = "outage"
	ByJudge         Rung = "judge"
	BySteer         Rung = "steer"
	ByStale         Rung = "stale"
	ByOverdue       Rung = "overdue"
	ByShed          Rung = "shed"
	ByDeleted       Rung = "deleted"
	ByUndeliverable Rung = "undeliverable"
	ByUnknown       Rung = "unknown"
	ByUndelivered   Rung = "undelivered"
	ByDuplicate     Rung = "duplicate"
	ByIgnore        Rung = "ignore"
	ByGuest         Rung = "guest"
	ByClaim         Rung = "claim"
	ByCommand       Rung = "command"
	ByReconfigured  Rung = "reconfigured"
	ByRefused       Rung = "refused"
	ByFloor         Rung = "floor"
	ByTurn          Rung = "turn"
	ByNotItsTurn    Rung = "not-its-turn"
	ByLate          Rung = "late"
	ByOdds          Rung = "odds"
	ByUnlikely      Rung = "unlikely"
	ByInject        Rung = "inject"
	ByInterrupt     Rung = "interrupt"
	ByReacted       Rung = "reacted"
	ByFork          Rung = "fork"
	ByEdited        Rung = "edited"
	ByShadowed      Rung = "shadowed"
	ByCut           Rung = "cut"
	BySpare         Rung = "spare"
	ByLore          Rung = "lore"
	BySchedule      Rung = "schedule"
	BySafety        Rung = "safety"
	ByTooLate       Rung = "too-late"
	ByRecall        Rung = "recall"
	ByRelay         Rung = "relay"
)

// How what a familiar said unasked was taken, and that somebody had to call it
// for what it left alone. When each applies stands in policy/effect.
const (
	ByTakenUp    Rung = "taken-up"
	ByLiked      Rung = "liked"
	ByDisliked   Rung = "disliked"
	ByTalkedOver Rung = "talked-over"
	ByIgnored    Rung = "ignored"
	ByHushed     Rung = "hushed"
	ByRemoved    Rung = "removed"
	ByMissed     Rung = "missed"
)

// What became of a part of a turn. Which part stands in policy/finish.
const (
	ByTurnCap    Rung = "turn-cap"
	BySkipLocked Rung = "skip-locked"
	ByFlood      Rung = "outbound-flood"
	ByAborted    Rung = "aborted"
)
