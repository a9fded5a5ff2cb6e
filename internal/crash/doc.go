// Package crash holds one test, over nine networks: the real program is
// killed again and again while people talk in many channels, and afterwards
// nothing may be lost and nothing said twice.
//
//	go test ./internal/crash -network web -kills 100 -channels 500 -v
//	go test ./internal/crash -network discord -kills 100 -v
//	go test ./internal/crash -network irc -kills 100 -v
//
// and slack, feishu, telegram, matrix, onebot and bridge. Over the web network people
// repeat what was not acknowledged; the stand-ins of Slack, Feishu, Telegram and Matrix,
// and the bridge, do it themselves. On Discord (a stand-in) and IRC (Debian's ngircd)
// nobody does: what is said while the program is dead is missed, and so it is on QQ
// behind an implementation of OneBot (a stand-in) that keeps no history. What stands on the network in the end is the
// measure of what was said twice. Where a network has them, people react, edit
// and post files meanwhile. Where bots are told of it they delete lines, too, which are
// gone afterwards, but for those of whose deletion nobody tells who was away. Every other
// channel in which they do is held: its journal keeps everything, so that what was
// decided there is compared with the log told anew, deletions included.
//
// It takes minutes, so its tests are left out unless FAMILIAR_LONG is set, as .ci/run
// sets it. With -artifacts the program's folder, its log and journal, is kept.
//
// The program and the model it asks are processes of their own; the test is
// the people and the auditor, who opens the journal once everybody is silent.
// It knows the program by its command line, its configuration, the HTTP
// interface and its journal.
//
//	crash_test.go          the test
//	script_test.go         what is said, and what must be answered
//	writer_test.go         making that up
//	model_test.go          the model: it quotes what it is asked
//	program_test.go        the program: started, killed, stopped
//	configuration_test.go  its configuration
//	client_test.go         the program over HTTP, asked until it acknowledges
//	talk_test.go           saying it all, in order
//	run_test.go            one life of the program with all its kills
//	kept_test.go           what the journal holds in the end
//	audited_test.go        all audits of it, and the summary
//	audit_test.go          lines and replies: lost, doubled, out of order
//	state_test.go          states against the log
//	held_test.go           which logs keep what was deleted
//	decisions_test.go      decisions against the log, and the ledger
//	facts_test.go          what must be as in an unbroken run
//	cases_test.go          the audits see what they are there for
//	network_test.go        one life on a network that repeats nothing
//	discord_test.go        the test over Discord
//	slack_test.go          the test over Slack
//	feishu_test.go         the test over Feishu
//	telegram_test.go       the test over Telegram, by polling and by a webhook
//	matrix_test.go         the test over Matrix
//	onebot_test.go         the test over OneBot, with a history and without
//	bridge_test.go         the test over a bridge
//	slow_test.go           the ways to some of those, which are slow
//	gestures_test.go       reactions, edits and files among the lines
//	burst_test.go          no kill: a connection lost in a burst
//	burst_NETWORK_test.go  that on each network
//	irc_test.go            the test over IRC
//	lag_test.go            the way to its server, which is slow
//	audited_on_test.go     the journal against what stands on such a network
//	audit_on_test.go       lines and replies there
//	cases_on_test.go       that audit sees what it is there for
package crash
