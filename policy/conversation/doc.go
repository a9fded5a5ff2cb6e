// Package conversation is the channel's state machine: what happened goes in
// as events, what is to be done comes out as effects.
//
// It composes the rest of policy: the ladder decides about one line, credit
// and roster remember people, chattiness says when to think about speaking
// unasked, guard stops bots talking in circles, finish says what of a composed
// turn is posted. It has no clock, goroutine, log or randomness of its own:
// [Channel.Step] is a function of the state, the moment and the event, so the
// live actor, recovery, replay and tests run the same code. What does not change
// by events, the configuration of the channel, is policy/seating's.
//
// The channel actor calls it, and the replayer. What to do stands here; how,
// under actors/.
//
// The way of a line, and who knows more of each step:
//
//	asking.go    what is known of the place      -> roster, inquiry
//	hear.go      is it new, whose is it          -> policy/transcript, address
//	admit.go     who may speak, and commands     -> admission
//	claim.go     codes that give roles           -> admission
//	gist.go      whom it is for                  -> address; sibling.go
//	decide.go    what each seat does with it     -> ladder, obstacle, credit
//	odds.go      whether anybody has to ask      -> odds
//	think.go     when to ask the judge           -> mind, chattiness; each.go, second.go
//	floor.go     who may speak unasked           -> floor
//	turn.go      one turn at a time              -> policy/turn, guard; hours.go, budget.go
//	busy.go      a line while one is composed    -> backlog; inject.go, interrupt.go
//	outage.go    its model can't be had          -> outage
//	finish.go    what of it is posted            -> finish
//	parts.go     when, and in which thread       -> posts, pace, surface, split
//	postid.go    what a post is called, for ever
//	persona.go   whom it names, and whose it is  -> address
//	deliver.go   who may go on                   -> credit
//	effect.go    how it is taken                 -> effect, reaction
//	amend.go     what it said is changed         -> revision
//	attach.go    a part that is a file           -> file
//	assigned.go  whose turn it is                -> turns
//	forget.go    what has to go again            -> erasing
//	recompose.go and what a model is shown of it
//	link.go      who they say they are elsewhere -> persons
//	memory.go    what it keeps in mind of it     -> memory
//	reacted.go   what people put to a line       -> reaction
//	duties.go    what no line asks for           -> duty; errand.go, fork.go
//	schedule.go  what a clock has it say         -> schedule
//	latereaction.go what stands in place of a late reply
//	shadow.go    familiars nobody is to notice   -> shadow_step.go, shadow_turn.go
//	told.go      what other channels say
//	seats.go     what seats know by themselves
//	left.go      whom a new configuration has taken away
//	ties.go      a thread and its room           -> policy/ties
//	root.go      the line it hangs off
//	trace.go     the trace it belongs to         -> span
//	whyasked.go  why it spoke or kept quiet      -> why
package conversation
