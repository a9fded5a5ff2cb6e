package agent_test

import (
	"reflect"
	"testing"

	"familiar/actors/agent"
	"familiar/llm/llmtest"
	"familiar/messages"
	"familiar/policy/lore"
)

// TestOpen: what is shown as a turn's prompt is what its model is sent, to the byte,
// and the parts are all of it.
func TestOpen(t *testing.T) {
	card := knowing(t, func(b *lore.Book) { b.Budget = 12 },
		[3]string{"ship", "there", "It is blue."}, [3]string{"sea", "there", "It is much too long for what is left."})
	card.Place = agent.Place{Name: "general", Kind: "channel"}
	o := order()
	o.Without = []messages.Tool{messages.ToolDisengage}
	o.Earlier = []messages.Quoted{line("Bob", "good morning")}
	opts := agent.Options{Tag: fixed, Tools: tools()}

	model := llmtest.New("fake", llmtest.Say("yes"))
	agent.Run(t.Context(), card, o, model, opts)
	opening := agent.Open(card, o, tag, opts)
	if sent := model.Requests(); len(sent) != 1 || !reflect.DeepEqual(sent[0], opening.Request) {
		t.Errorf("the model was sent\n%+v\nwant\n%+v", sent, opening.Request)
	}
	if ids := opening.Lore.IDs(); !reflect.DeepEqual(ids, []string{"ship"}) || !reflect.DeepEqual(opening.Lore.NoRoom, []string{"sea"}) {
		t.Errorf("of its lore it has %q, and no room for %q", ids, opening.Lore.NoRoom)
	}
	whole := len(opening.Request.System) + len(opening.Request.Messages[0].Text)
	for _, tool := range opening.Request.Tools {
		whole += len(tool.Description) + len(tool.Schema)
	}
	sum := 0
	for _, part := range opening.Parts {
		if sum += part.Bytes; part.Bytes == 0 {
			t.Errorf("%s has no bytes", part.Name)
		}
	}
	if sum != whole {
		t.Errorf("the parts have %d bytes, the prompt %d", sum, whole)
	}
}

// TestAsk: one call, of which nothing is carried out.
func TestAsk(t *testing.T) {
	model := llmtest.New("fake", llmtest.Say("Well, ").Use("broken", map[string]string{}), llmtest.Say("never asked"))
	said, err := agent.Ask(t.Context(), mira, order(), model, agent.Options{Tag: fixed, Tools: tools()})
	if err != nil || said.Text != "Well," || len(said.Calls) != 1 || said.Calls[0].Name != "broken" || len(model.Requests()) != 1 {
		t.Errorf("got %+v %v after %d calls", said, err, len(model.Requests()))
	}
	model = llmtest.New("fake", llmtest.Refuse())
	if _, err := agent.Ask(t.Context(), mira, order(), model, agent.Options{}); err == nil {
		t.Error("a refusal is no error")
	}
}
