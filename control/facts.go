package control

import "familiar/messages"

// factWords says each fact in words, in the order of their bits.
var factWords = []struct {
	fact messages.Facts
	word string
}{
	{messages.IsDM, "is a direct message"},
	{messages.MentionsUs, "mentions us"},
	{messages.RepliesToUs, "replies to us"},
	{messages.MentionsOthers, "mentions others"},
	{messages.RepliesToOther, "replies to somebody else"},
	{messages.NamesUs, "has our name in it"},
	{messages.NamesPeer, "has another bot's name in it"},
	{messages.FromBot, "is from a bot"},
	{messages.ExplicitOnly, "only an explicit address counts here"},
	{messages.HasCredit, "has credit"},
	{messages.InThread, "is in a thread"},
	{messages.JoinedHere, "we have spoken here"},
	{messages.Crowd, "several people are here"},
	{messages.KnownAlone, "nobody else is here"},
	{messages.IsQuestion, "is a question"},
	{messages.LullEndpoint, "the speaker has finished"},
	{messages.GuardActive, "only bots have talked lately"},
	{messages.IsQuiet, "we are to be quiet"},
	{messages.FromSelf, "is our own"},
	{messages.CreditOn, "credits are given"},
	{messages.ModeOurs, "the mode gives it to us"},
	{messages.ModeOther, "the mode gives it to another"},
	{messages.LeftAlone, "its author asked to be left alone"},
	{messages.OffHours, "it is outside our active hours"},
	{messages.GuardStop, "bots have talked for too long"},
	{messages.OldNews, "was fetched after a gap"},
	{messages.Backlogged, "the channel's backlog is too long"},
	{messages.OutOfBudget, "the budget is used up"},
	{messages.Unseen, "we must not see it"},
	{messages.IsNotice, "is a notice, which nobody may answer"},
	{messages.CallsSibling, "calls another familiar"},
	{messages.SiblingsTalk, "another familiar is to answer"},
	{messages.CallsUs, "calls it by name"},
	{messages.Overdrawn, "its author has had what one may a day"},
	{messages.SharesDay, "they have had it together with accounts that they linked"},
}

// words returns the facts among f, [] for none.
func words(f messages.Facts) []string {
	all := []string{}
	for _, w := range factWords {
		if f.Has(w.fact) {
			all = append(all, w.word)
		}
	}
	return all
}
