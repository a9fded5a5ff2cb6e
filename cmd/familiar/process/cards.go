package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
	"unicode/utf8"

	purse "familiar/actors/budget"
	"familiar/app"
	"familiar/card"
	"familiar/config"
	"familiar/control"
	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/policy/finish"
)

// cards shows, tries and changes who familiars are, for the page. It implements
// [control.Cards].
type cards struct{ *Service }

var _ control.Cards = cards{}

// Familiars implements control.Cards.
func (c cards) Familiars() (all []control.Familiar) {
	now := c.App.Settings()
	for _, id := range slices.Sorted(maps.Keys(now.Familiars)) {
		f := now.Familiars[id]
		all = append(all, listed(now, id, &f))
	}
	return all
}

func listed(c *config.Config, id messages.FamiliarID, f *config.Familiar) control.Familiar {
	_, has := pictureOf(c, f)
	return control.Familiar{
		Familiar: id, Name: f.Name, Preset: f.Preset, Models: append([]string{}, f.Writers()...), Judges: f.Referees(),
		Card: f.Card, Lorebook: f.Lorebook, Picture: has,
	}
}

// Card implements control.Cards.
func (c cards) Card(id messages.FamiliarID) (*control.Card, error) {
	is, err := c.characterOf(id)
	if err != nil {
		return nil, err
	}
	shown := &control.Card{
		Familiar: listed(is.from, id, &is.Familiar), Aliases: append([]string{}, is.Aliases...), Entries: []control.LoreEntry{},
		Seen: is.seen(), Fixed: c.changes == nil,
	}
	says := make(map[card.Part]string)
	for _, s := range card.Sections(is.Persona) {
		says[s.Part] = s.Text
	}
	for _, p := range allParts() {
		shown.Parts = append(shown.Parts, control.CardPart{Part: string(p), Text: says[p]})
	}
	if is.Lore == nil {
		return shown, nil
	}
	book := is.Lore.Book()
	shown.Budget = book.Budget
	for _, e := range book.Entries {
		shown.Entries = append(shown.Entries, control.LoreEntry{ID: e.ID, Name: e.Name, Keys: append([]string{}, e.Keys...), Secondary: e.Secondary, Text: e.Text, Constant: e.Constant, Off: e.Off})
	}
	return shown, nil
}

// rehearsal returns a trial as the program takes it, with the character it tries.
func (c cards) rehearsal(t control.CardTrial) (*character, app.Rehearsal, error) {
	is, err := c.characterOf(t.Familiar)
	if err != nil {
		return nil, app.Rehearsal{}, err
	}
	if is, err = is.with(t.Edit); err != nil {
		return nil, app.Rehearsal{}, err
	}
	line := messages.Quoted{Author: messages.Author{Name: cmp.Or(t.Author, "Visitor")}, Text: t.Line, At: messages.InstantOf(time.Now())}
	return is, app.Rehearsal{Familiar: t.Familiar, Channel: t.Channel, Line: line, Name: is.Name, Persona: is.Persona, Lore: is.Lore}, nil
}

// Prompt implements control.Cards.
func (c cards) Prompt(ctx context.Context, t control.CardTrial) (*control.CardPrompt, error) {
	is, r, err := c.rehearsal(t)
	if err != nil {
		return nil, err
	}
	made, err := c.App.Prompt(ctx, r)
	if err != nil {
		return nil, unasked(ctx, err)
	}
	p := &control.CardPrompt{
		Model: made.Model, System: made.Request.System, Page: made.Request.Messages[0].Text, Tools: []string{},
		Lore: append([]string{}, made.Lore.IDs()...), NoRoom: append([]string{}, made.Lore.NoRoom...),
		Tokens: made.Estimate.Input, Reply: made.Estimate.Output, USD: priced(made.Cost, made.Priced),
		Characters: utf8.RuneCountInString(is.Persona),
	}
	for _, tool := range made.Request.Tools {
		p.Tools = append(p.Tools, tool.Name)
	}
	for _, part := range made.Parts {
		p.Parts = append(p.Parts, control.PromptPart{Part: string(part.Name), Tokens: purse.Tokens(part.Bytes)})
	}
	now := c.App.Settings()
	if is.Judge != "" {
		p.Judged = now.Monitor.MaxCard
	}
	if most := now.Agent.MaxText; utf8.RuneCountInString(t.Line) > most {
		p.LineCut = most
	}
	return p, nil
}

// Try implements control.Cards.
func (c cards) Try(ctx context.Context, t control.CardTrial) (*control.CardTried, error) {
	_, r, err := c.rehearsal(t)
	if err != nil {
		return nil, err
	}
	said, err := c.App.Rehearse(ctx, r)
	if err != nil {
		return nil, unasked(ctx, err)
	}
	told := &control.CardTried{
		Text: said.Text, Quiet: finish.EndsNoReply(said.Text), Tools: []string{}, Cut: said.Cut, Model: said.Model, Took: said.Took.Milliseconds(),
		In: said.Usage.Input, Out: said.Usage.Output, USD: priced(said.Cost, said.Priced),
	}
	for _, call := range said.Calls {
		told.Tools = append(told.Tools, call.Name)
		told.Quiet = told.Quiet && call.Name == string(messages.ToolSkip)
	}
	return told, nil
}

func priced(dollars float64, known bool) *float64 {
	if !known {
		return nil
	}
	return &dollars
}

// longestFailure is how much is told of why a model didn't answer, in characters.
const longestFailure = 300

// unasked says why nobody was asked, or answered.
func unasked(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, app.ErrSpent):
		return control.ErrBudget
	case errors.Is(err, app.ErrUnasked):
		return fmt.Errorf("%w: %w", control.ErrCard, err)
	case ctx.Err() != nil:
		return fmt.Errorf("%w in time", control.ErrModel)
	}
	return fmt.Errorf("%w: %s", control.ErrModel, shorten.Ellipsis(err.Error(), longestFailure))
}
