package why

import m "familiar/messages"

// In the texts {name} is the familiar, {author} who wrote the line, {to} whom
// else it is for, {window} how long a credit lasts, {due} how long until a
// moment, {odds} and {bar} two probabilities, {reason} what the note adds.

// changes are the facts that can be otherwise, those that people bring about
// most easily first, each as a clause behind "if". A fact that only the
// configuration changes is not among them.
var changes = []change{
	{set: m.MentionsUs, text: "the line had mentioned {name}"},
	{set: m.NamesUs | m.CallsUs, text: "the line had named {name}"},
	{set: m.HasCredit, text: "the line had come within {window} of {name}'s reply to {author}"},
	{set: m.RepliesToUs, clear: m.RepliesToOther, text: "the line had replied to {name}"},
	{clear: m.RepliesToOther, text: "the line had not replied to {to}"},
	{clear: m.MentionsOthers, text: "the line had not mentioned {to}"},
	{clear: m.NamesPeer, text: "the line had not named another bot"},
	{clear: m.CallsSibling, text: "the line had not called another familiar"},
	{clear: m.SiblingsTalk, text: "no other familiar had been there to answer {author}"},
	{set: m.ModeOurs, clear: m.ModeOther | m.Unseen, text: "it had been {name}'s turn"},
	{set: m.ModeOther, clear: m.ModeOurs, text: "it had been somebody else's turn"},
	{clear: m.MentionsUs, text: "the line had not mentioned {name}"},
	{clear: m.NamesUs | m.CallsUs, text: "the line had not named {name}"},
	{clear: m.RepliesToUs, text: "the line had not replied to {name}"},
	{clear: m.HasCredit, text: "{name} had not just answered {author}"},
	{clear: m.FromBot, text: "a person had written the line"},
	{clear: m.Crowd, text: "only one person had been here"},
	{set: m.Crowd, clear: m.KnownAlone, text: "several people had been here"},
	{set: m.MentionsOthers, text: "the line had mentioned somebody else"},
	{set: m.RepliesToOther, clear: m.RepliesToUs, text: "the line had replied to somebody else"},
	{set: m.JoinedHere, text: "{name} had spoken here before"},
	{clear: m.IsQuiet, text: "{name} had not been quiet"},
	{clear: m.LeftAlone, text: "{author} had not asked to be left alone"},
	{clear: m.OffHours, text: "it had been within {name}'s hours"},
	{clear: m.GuardStop, text: "bots had not talked for so long"},
	{clear: m.OldNews, text: "the line had come in time"},
	{clear: m.IsNotice, text: "the line had been no notice"},
	{clear: m.Backlogged, text: "less had been waiting here"},
	{clear: m.OutOfBudget, text: "the budget had not been used up"},
	{clear: m.Overdrawn, text: "{author} had had less that day"},
	{clear: m.ExplicitOnly, text: "the place had asked for less than a mention"},
	{clear: m.InThread, text: "the line had not stood in a thread"},
	{set: m.IsDM, clear: m.Crowd, text: "the line had been a direct message"},
	{clear: m.IsDM, text: "the line had not been a direct message"},
}

// The same of a credit that is the channel's window.
const (
	inWindow = "{name}'s window had been open here"
	noWindow = "{name}'s window had been closed here"
)

// facts says each fact of a line or channel.
var facts = []struct {
	fact m.Facts
	text string
}{
	{m.IsDM, "it is a direct message"},
	{m.MentionsUs, "it mentions {name}"},
	{m.RepliesToUs, "it replies to {name}"},
	{m.MentionsOthers, "it mentions somebody else"},
	{m.RepliesToOther, "it replies to somebody else"},
	{m.NamesUs, "it names {name}"},
	{m.NamesPeer, "it names another bot"},
	{m.FromBot, "a bot wrote it"},
	{m.ExplicitOnly, "only an explicit address counts here"},
	{m.HasCredit, "{name} has just answered its author"},
	{m.InThread, "it stands in a thread"},
	{m.JoinedHere, "{name} has spoken here"},
	{m.Crowd, "several people are here"},
	{m.KnownAlone, "its author is known to be alone here"},
	{m.IsQuestion, "it is a question"},
	{m.LullEndpoint, "its author has finished speaking"},
	{m.GuardActive, "mostly bots have talked lately"},
	{m.IsQuiet, "{name} is to be quiet"},
	{m.FromSelf, "{name} wrote it"},
	{m.CreditOn, "credits are given"},
	{m.ModeOurs, "it is {name}'s turn"},
	{m.ModeOther, "it is somebody else's turn"},
	{m.LeftAlone, "its author asked to be left alone"},
	{m.OffHours, "it is outside {name}'s active hours"},
	{m.GuardStop, "bots have talked for too long"},
	{m.OldNews, "it was fetched after a gap"},
	{m.Backlogged, "the channel's backlog is too long"},
	{m.OutOfBudget, "the budget is used up"},
	{m.Unseen, "{name} must not see it"},
	{m.IsNotice, "it is a notice, which nobody may answer"},
	{m.CallsSibling, "it calls another familiar"},
	{m.SiblingsTalk, "another familiar is to answer it"},
	{m.CallsUs, "it calls {name} by name"},
	{m.Overdrawn, "its author has had what one person may a day"},
	{m.SharesDay, "they have had it together with accounts that they linked"},
}

// What stands in place of a rung's own words, or of {aim} in them, see [words.clause].
const (
	ourTurn     = "it is {name}'s turn to answer here"
	inOurWindow = "{name}'s window is open here"
	saidBefore  = "the part says what was said before"
	aimReply    = "the line answers {to}"
	aimMention  = "the line mentions {to}"
	aimNames    = "the line names another bot"
	somebody    = "somebody else"
	itsAuthor   = "its author"
)
