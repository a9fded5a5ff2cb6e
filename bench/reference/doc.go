// Package reference holds the routing of five other systems that decide when a
// bot speaks in a group chat, written anew in Go, so that they and ours can be
// given the same trace in one run: what a line costs, what a channel takes, and
// whether the decisions are the same where they should be. Each preset of ours
// follows one of them.
//
//	ladder*.go    TypeClaw, preset ladder                  MIT
//	window.go     arizuko, preset window                   MIT
//	monitor.go    familiar-connect, preset chatty          no licence found
//	relevance.go  nanobot, preset relevance                MIT
//	modes.go      OpenClaw orchestration, preset assigned  no licence found
//
// They are ports of behaviour, of what their documents say and what was recorded of
// them (package conformance). No text and no code of theirs is here; the head of
// each file says what it goes by.
//
// Ported is routing: from a line as the adapter has classified it to what is to
// be done, with the state that takes. Not ported are networks, models, prompts,
// stores, logs, and the races of their event loops. So a reference is given its
// lines classified, without locks, without a journal and without a reason that
// anybody could ask for afterwards, and its figures are what it could cost at
// best.
//
// Nothing but tests and benchmarks uses the package:
//
//	go test ./bench/reference -v                   # decisions
//	go test ./bench/reference -run XXX -bench .    # costs
//
// Each port is played what was recorded of its system. match_test.go puts it beside
// our preset, talk_test.go makes a talk, trace_test.go records what ours does in
// it, same_test.go lists what differs, and bench_test.go measures.
package reference
