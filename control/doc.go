// Package control is the program's one HTTP listener: the web network's lines
// come in here, and what happens in its channels goes out as streams of
// events, with why each familiar spoke or kept quiet.
//
// It knows HTTP, tokens and limits, reads the journal and the ledger, and is
// told what is new by the [feed.Feed]. It knows no familiar, no actor and no other
// network: {channel} in a path is always a chat of the web network. App makes
// the [Server] and puts the feed where records, notes and activities pass.
//
// The folders know less: access who may come in and how much of it each may
// take, feed what is new, past what was, wire how requests are read and answers
// written, page what a browser shows.
package control
