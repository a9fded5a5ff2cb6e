package operate

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"familiar/cmd/familiar/command"
	"familiar/config"
)

// initCommand writes a first configuration and a character card to go with it.
type initCommand struct {
	Folder string

	Networks  []string
	Model     string
	ModelName string
	URL       string
	KeyEnv    string
	Name      string
	Preset    string

	Yes   bool
	Force bool
	Check bool

	reach
}

// Declare implements [command.Command].
func (c *initCommand) Declare(l *command.Line) {
	command.Optional(l, &c.Folder, "folder", "Where to write familiar.toml and cards/NAME.md; by default the working directory.")
	command.Choices(l, &c.Networks, "--network WHERE", "Where it talks: web (a page in the browser), terminal (at the prompt), discord, slack, feishu, telegram, matrix, onebot or irc. May be repeated.", networkWords()...)
	command.Choice(l, &c.Model, "--model KIND", "What writes its replies: offline (a stand-in, no key), openai, anthropic, ollama, openrouter or gemini.", "", "offline", "openai", "anthropic", "ollama", "openrouter", "gemini")
	command.Text(l, &c.ModelName, "--model-name NAME", "The provider's name for the model.")
	command.Text(l, &c.URL, "--url URL", "The provider's address, if it isn't the usual one.")
	command.Text(l, &c.KeyEnv, "--key-env VARIABLE", "The environment variable that holds the key; by default the provider's usual one. Never the key itself.")
	command.Text(l, &c.Name, "--name NAME", "What the familiar is called.")
	command.Choice(l, &c.Preset, "--preset NAME", "When it talks: social, ladder (only when spoken to) or chatty.", "", "social", "ladder", "chatty")
	command.Switch(l, &c.Yes, "-y, --yes", "Ask nothing: use the default for every flag that isn't given.")
	command.Switch(l, &c.Check, "--check", "Connect the accounts and ask the model for a few words first, and write nothing if one can't. At a terminal that is done anyway.")
	command.Switch(l, &c.Force, "--force", "Overwrite an existing configuration and card.")
	c.declare(l)
}

// Help is shown by familiar init --help.
func (*initCommand) Help() string {
	return `Asks for whatever no flag gives, writes a commented familiar.toml and a character card, reads both back and
says what to do next. Nothing is written before the last answer. The configuration never holds a token or key: it names
the environment variable that does, or a file that only you can read, where one was pasted. For a chat network it
says what to click there, and asks the network whether it takes the token.`
}

// Run implements [command.Command].
func (c *initCommand) Run(ctx context.Context, std command.Streams) error {
	if c.KeyEnv != "" && !isVariable(c.KeyEnv) {
		return errNoVariable
	}
	if _, err := os.Lstat(filepath.Join(c.Folder, command.Standard)); err == nil && !c.Force {
		return fmt.Errorf("%s already exists: choose another folder, or use --force to overwrite it", filepath.Join(c.Folder, command.Standard))
	}
	if len(c.Networks) > 0 {
		c.Networks = once(c.Networks)
		if err := c.check(c.Networks); err != nil {
			return err
		}
	}
	ask := command.Interview{Ctx: ctx, Out: std.Out, Defaults: c.Yes}
	if !c.Yes && command.IsTerminal(os.Stdin) {
		ask.In, ask.Hide = command.Listen(os.Stdin), command.Hide(os.Stdin)
	}
	plan, err := c.plan(&ask)
	if err != nil {
		return err
	}
	written, err := plan.write(c.Folder, c.Force)
	if err != nil {
		return err
	}
	for _, file := range written {
		fmt.Fprintf(std.Out, "wrote %s\n", file)
	}
	fmt.Fprint(std.Out, plan.next(filepath.Join(c.Folder, command.Standard)))
	return nil
}

// plan asks what no flag says.
func (c *initCommand) plan(ask *command.Interview) (plan, error) {
	p := plan{Networks: c.Networks, Name: c.Name, Preset: c.Preset, URL: c.URL}
	p.Foreign = c.URL != ""
	ask.Several(&p.Networks, "network", "Where will it talk?", places)
	if err := c.check(p.Networks); ask.Err == nil && err != nil {
		return p, err
	}
	if err := c.planModel(ask, &p); err != nil {
		return p, err
	}
	ask.Line(&p.Name, "name", "What is it called?", "Aria")
	if p.ID = command.FileName(p.Name); ask.Err == nil && p.ID == "" {
		return p, fmt.Errorf("--name %q can't name a file: want at least one letter or digit", p.Name)
	}
	ask.Choose(&p.Preset, "preset", "When does it talk?", []command.Option{
		{Word: "social", Meaning: "when spoken to, and now and then unasked when it has something to add"},
		{Word: "ladder", Meaning: "only when spoken to"},
		{Word: "chatty", Meaning: "whenever it may have something to say"},
	})
	for _, network := range p.Networks {
		if steps[network] == "" || ask.Err != nil {
			continue
		}
		a, err := c.account(ask.Ctx, ask, ask.Out, network, p)
		if err != nil {
			return p, err
		}
		p.Accounts = append(p.Accounts, a)
	}
	return p, ask.Err
}

// planModel asks for what writes the replies, and tries it.
func (c *initCommand) planModel(ask *command.Interview, p *plan) error {
	kind := c.Model
	ask.Choose(&kind, "model", "What writes its replies?", []command.Option{
		{Word: config.Offline, Meaning: "a stand-in for trying things out: no key, no cost, no sense"},
		{Word: config.OpenAI, Meaning: "OpenAI, or a server with a compatible API"},
		{Word: config.Anthropic, Meaning: "Anthropic"},
		{Word: ollama, Meaning: "Ollama on this machine"},
		{Word: "openrouter", Meaning: "OpenRouter, many providers behind one key"},
		{Word: "gemini", Meaning: "Google's Gemini"},
	})
	usual := usually[kind]
	p.Kind, p.ModelName = cmp.Or(usual.kind, kind), c.ModelName
	if p.Kind == config.Offline {
		return nil
	}
	p.URL, p.KeyEnv = cmp.Or(c.URL, usual.url), c.KeyEnv
	if kind == ollama {
		choosePulled(ask, &p.ModelName, p.URL)
	}
	ask.Line(&p.ModelName, "model-name", "Which model, as the provider calls it?", usual.model)
	switch {
	case c.URL != "":
		if err := askVariable(ask, &p.KeyEnv, c.URL); err != nil {
			return err
		}
	case p.KeyEnv == "" && usual.keyEnv != "":
		p.askKey(ask, usual.keyEnv)
	}
	if ask.Err != nil {
		return nil
	}
	return c.tryModel(ask, *p)
}

// places are the networks to choose from.
var places = []command.Option{
	{Word: "web", Meaning: "on a page in your browser"},
	{Word: "terminal", Meaning: "at the prompt"},
	{Word: "discord", Meaning: "Discord, as a bot"},
	{Word: "slack", Meaning: "Slack, as an app"},
	{Word: "feishu", Meaning: "Feishu or Lark, as an app"},
	{Word: "telegram", Meaning: "Telegram, as a bot"},
	{Word: "matrix", Meaning: "Matrix, as a user"},
	{Word: "onebot", Meaning: "QQ, as an account behind a OneBot implementation"},
	{Word: "irc", Meaning: "IRC, under a nick"},
}

// once leaves out what stands twice, in place.
func once(words []string) (all []string) {
	for _, w := range words {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}

func networkWords() (words []string) {
	for _, o := range places {
		words = append(words, o.Word)
	}
	return words
}

const ollama = "ollama"

// usually is what a kind of model has unless told otherwise. Ollama,
// OpenRouter and Gemini speak OpenAI's language.
var usually = map[string]struct{ kind, model, url, keyEnv string }{
	config.OpenAI:    {model: "gpt-5.4-mini", keyEnv: "OPENAI_API_KEY"},
	config.Anthropic: {model: "claude-haiku-5-5", keyEnv: "ANTHROPIC_API_KEY"},
	ollama:           {kind: config.OpenAI, model: "llama3.2", url: "http://127.0.0.1:11434/v1"},
	"openrouter":     {kind: config.OpenAI, model: "openrouter/auto", url: "https://openrouter.ai/api/v1", keyEnv: "OPENROUTER_API_KEY"},
	"gemini":         {kind: config.OpenAI, model: "gemini-flash-latest", url: "https://generativelanguage.googleapis.com/v1beta/openai", keyEnv: "GEMINI_API_KEY"},
}

// errNoVariable doesn't hold the text: it may be the key.
var errNoVariable = errors.New("--key-env wants the name of an environment variable: letters, digits and _")

// askVariable asks for the variable that holds the key of a server at a url of its
// own, where somebody can be asked: many want none.
func askVariable(i *command.Interview, to *string, url string) error {
	const none = "none"
	if i.In == nil {
		return nil
	}
	i.Line(to, "key-env", fmt.Sprintf("Which environment variable holds the key for %s? Never the key itself.", url), none)
	if *to == none {
		*to = ""
	}
	if i.Err == nil && *to != "" && !isVariable(*to) {
		return errNoVariable
	}
	return nil
}

// isVariable reports whether a text can be the name of an environment
// variable. A key can't: they hold dashes.
func isVariable(name string) bool {
	return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") == "" && (name[0] < '0' || name[0] > '9')
}
