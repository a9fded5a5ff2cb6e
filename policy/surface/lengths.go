package surface

import (
	"slices"
	"unicode/utf8"
)

// A row is what we know of a surface.
type row struct {
	surface Surface
	chars   int    // length the model is told, in characters as people count them (runes)
	hard    bool   // a longer reply goes to a thread
	hint    string // how to write there
}

// rows hold the lengths. Those of slack, discord, telegram-dm and the web are the
// recorded ones of another system, its 250 words being taken for 1500
// characters; the others are ours, by how much such a place shows at once.
var rows = []row{
	{SlackChannel, 200, true, "the top of a Slack channel: one or two sentences; a longer reply goes to a thread"},
	{SlackChannelThread, 1500, false, "a thread of a Slack channel"},
	{SlackDM, 1500, false, "a direct message on Slack"},
	{SlackPane, 4000, false, "Slack's assistant pane: a few sentences"},
	{DiscordChannel, 500, false, "a Discord channel: up to six lines"},
	{DiscordThread, 1000, false, "a thread on Discord"},
	{DiscordDM, 500, false, "a direct message on Discord: up to six lines"},
	{TelegramGroup, 500, false, "a group on Telegram: a few sentences"},
	{TelegramDM, 4000, false, "a direct message on Telegram: one to three short paragraphs"},
	{FeishuGroup, 500, false, "a group on Feishu: a few sentences"},
	{FeishuP2P, 1500, false, "a direct message on Feishu"},
	{MatrixRoom, 500, false, "a room on Matrix: up to six lines"},
	{MatrixThread, 1000, false, "a thread on Matrix"},
	{MatrixDM, 1500, false, "a direct chat on Matrix"},
	{OneBotGroup, 300, false, "a group on QQ: one or two sentences, without markup"},
	{OneBotDM, 500, false, "a private chat on QQ: a few sentences, without markup"},
	{Web, 16000, false, "a web page: one to six paragraphs"},
	{Terminal, 2000, false, "a terminal: plain text without markup"},
}

// All lists the surfaces.
func All() []Surface {
	all := make([]Surface, len(rows))
	for i, r := range rows {
		all[i] = r.surface
	}
	return all
}

// find returns what we know of a surface; the zero row of an unknown one.
func find(s Surface) row {
	if i := slices.IndexFunc(rows, func(r row) bool { return r.surface == s }); i >= 0 {
		return rows[i]
	}
	return row{}
}

// Hint returns the surface's name and how to write there, for the model; "" of
// an unknown one. It does not name the length, see [Config.Chars].
func (s Surface) Hint() string {
	if r := find(s); r.hint != "" {
		return string(s) + ", " + r.hint
	}
	return ""
}

// Hard reports whether a reply longer than the surface's length has to go to a
// thread.
func (s Surface) Hard() bool { return find(s).hard }

// Chars returns the length the model is told, in characters (runes); 0: none.
func (c *Config) Chars(s Surface) int {
	if n, ok := c.Lengths[s]; ok {
		return n
	}
	return find(s).chars
}

// Fits reports whether a text is no longer than the model was told.
func (c *Config) Fits(s Surface, text string) bool {
	n := c.Chars(s)
	return n == 0 || len(text) <= n || utf8.RuneCountInString(text) <= n
}
