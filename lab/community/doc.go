// Package community tries timing on simulated communities whose taste is known.
//
// Recorded chat can't say whether learning works: nobody in it ever answered our
// familiar, liked what it said or told it to be quiet. Here people talk by a
// model of chat, and a hidden [Taste] says of every line whether an answer to
// it would be welcome, how people show that, and what they do when the familiar
// leaves alone what they wanted it for. The familiar is the live
// [conversation.Channel], driven in virtual time; it sees what a network would
// show, and never the taste.
//
//	people.go  who is there
//	talk.go    what they would say to each other: a branching process
//	next.go    what follows a line
//	words.go   the words they say it in
//	base.go    base rates, and those of recorded chat beside them
//	taste.go   what a community wants; tastes.go has those there are
//	show.go    how people show whether they wanted something
//	world.go   the channel, and the network around it
//	wishes.go  what people mind; taken.go how they take what it says; speak.go what they say of it
//	judge.go   the judges
//	setting.go the policies that are compared
//	run.go     all of it, over seeds; count.go and report.go are what comes out
//
// The same seed gives the same talk and the same wishes whatever the policy, so
// that two settings are compared on the same community.
//
// It knows no flags and prints nothing. The command line calls [Run].
package community
