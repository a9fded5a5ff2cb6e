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
// A [State] is values that own themselves; state.go names them. What one of them
// knows is said where it is: of the lines by policy/transcript, of a familiar's
// place here by policy/seat, of the reply being made by policy/turn. A method of
// State is what takes several of them. It appends to out what follows, and names
// a seat by its place.
//
// The way of a line that is answered, from one function to the next:
//
//	channel.go   Step: of the live seats, and of those that nobody is to notice
//	step.go      step: to what takes the event; then settle, which starts what can start
//	asking.go    hearLine: what has to be known of the place before  -> inquiry, roster
//	hear.go      takeLine: once into the transcript, then to each seat that hears it  -> transcript, address
//	decide.go    decideOnLine: what the seat does with it  -> ladder, obstacle, credit, odds
//	think.go     askJudge, takeVerdict: left waiting, the judge is asked  -> mind, chattiness
//	turn.go      startTurn: what is to be answered begins a turn, one at a time  -> turn, guard
//	compose.go   composeTurn: to an agent, with what prompt.go shows it
//	finish.go    takeComposed: what of the reply is posted  -> finish
//	parts.go     proceed: each part when its time has come  -> posts, pace, surface, split
//	deliver.go   takeDelivered: it stands there, and people may go on  -> credit
//
// What a line may also come to, beside those:
//
//	admit.go     commands, and who may give them  -> admission; command.go
//	claim.go     codes that give roles  -> admission
//	copies.go    another account's copy of it
//	edit.go      it is changed
//	erase.go     it is deleted, and goes from the journal, too  -> erasing
//	forget.go    whose it is, or all, is forgotten; strike.go: wherever that is
//	reacted.go   what people put to it  -> reaction
//	gist.go      whom it is for  -> address
//	odds.go      whether anybody has to be asked  -> odds
//	each.go      questions about one line only; second.go, together.go: by two judges, about several familiars
//	floor.go     who may speak unasked  -> floor
//	assigned.go  whose turn it is  -> turns; passing.go
//	window.go    who may go on where that is the channel's  -> policy/window
//	busy.go      a line while a turn is composed  -> backlog
//
// What becomes of a turn, beside what it answers:
//
//	budget.go    what may be spent  -> budget
//	outage.go    its model can't be had  -> outage
//	latereaction.go what stands in place of a late reply
//	recompose.go less may be shown than it was
//	deeds.go     what it does besides its text; amend.go: to what was said before  -> reaction, file, revision
//	persona.go   whom it names, and whose it is  -> address
//	place.go     in which thread  -> surface
//	postid.go    what a post is called, for ever
//	effect.go    how it is taken  -> effect, learning
//	shadow.go    familiars nobody is to notice; shadow_step.go, shadow_turn.go
//
// What no line asks for:
//
//	duties.go    errands, forks and questions  -> duty; errand.go, fork.go, whyasked.go
//	schedule.go  what a clock has it say  -> schedule
//	memory.go    what it keeps in mind  -> policy/memory; lend.go: and shows elsewhere
//	link.go      who people say they are elsewhere  -> persons
//	notice.go    what the program itself says
//	told.go      what other channels say; ties.go: a thread and its room  -> ties
//	left.go      whom a new configuration has taken away
//
// What is kept is in fields.go and encode.go, as older programs wrote it in form1.go and
// form2.go; deadlines and orders without an answer are in deadline.go, what is drawn in
// draw.go, the trace that a turn belongs to in trace.go, what of all this others may see
// in watched.go and openspans.go. seating.go has the names of other packages' types that go
// by this one, too; rehearse.go makes a turn for a channel that there isn't.
package conversation
