// Package importer reads recorded chat in the forms in which networks and
// clients give it away, and hands over its lines one at a time as entries of
// package corpus: DiscordChatExporter, Slack, Telegram and Element exports, logs
// of IRC clients, our own JSON lines and our own journal.
//
// It knows the forms, the line and how a channel is named where it would be
// heard live. It knows no policy, and writes nothing: package corpus does. It
// reads an export of any size in bounded memory: a message at a time, of a
// folder or zip a file at a time. What it keeps is names (of people, of
// channels), a window in which a Slack day is sorted, and the edits of an
// Element room.
//
// An export is text from outside: files, lines, values, names and nesting have
// bounds, and an error says file, byte and line. What a form can't tell is in
// docs/import.md. The command line and every later command call [Read].
package importer
