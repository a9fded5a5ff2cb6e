package console

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"familiar/app"
	"familiar/app/models"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/demo"
	"familiar/llm"
	"familiar/llm/offline"
)

// choose finds what writes the replies. Where there is a choice, whoever sits at
// a terminal is asked; nobody's money is spent there without a word.
func (c *demoCommand) choose(ctx context.Context, std command.Streams) (demo.Choice, error) {
	if c.Model == "" && command.IsTerminal(os.Stdin) && command.IsTerminal(std.Out) {
		if found := demo.FindModels(ctx, os.Getenv, http.DefaultClient); len(found) > 1 {
			return askFor(found, command.Interview{Ctx: ctx, In: command.Listen(os.Stdin), Out: std.Out})
		}
	}
	return demo.ChooseModel(ctx, c.Model, os.Getenv, http.DefaultClient)
}

// askFor asks which of the models it shall be; offline, the last of them, is
// offered first.
func askFor(found []demo.Choice, ask command.Interview) (demo.Choice, error) {
	found = append(found[len(found)-1:len(found):len(found)], found[:len(found)-1]...)
	options := make([]command.Option, len(found))
	for i, choice := range found {
		options[i] = command.Option{Word: string(choice.Kind), Meaning: choice.Brief()}
	}
	word := ""
	ask.Choose(&word, "model", "The familiars' replies:", options)
	if ask.Err != nil {
		return demo.Choice{}, fmt.Errorf("no model was chosen: %w", ask.Err)
	}
	for _, choice := range found {
		if string(choice.Kind) == word {
			return choice, nil
		}
	}
	return demo.Choice{}, fmt.Errorf("model %q: want one of %v", word, demo.Kinds())
}

// scriptedBy returns what a post of the scenes' own begins with; "" where a model
// writes the posts.
func scriptedBy(choice demo.Choice) string {
	if choice.Kind == demo.Offline {
		return offline.Scripted
	}
	return ""
}

// played makes the clients of the demo's models: the stand-in gets the script.
func played(script *demo.Script) app.Client {
	return func(name string, m config.Model) (llm.Model, error) {
		client, err := models.Client(name, m)
		if stand, is := client.(offline.Model); is {
			stand.Script = func(familiar, author, text string) (offline.Part, bool) {
				reply, why, known := script.Part(familiar, author, text)
				return offline.Part{Reply: reply, Why: why}, known
			}
			return stand, err
		}
		return client, err
	}
}
