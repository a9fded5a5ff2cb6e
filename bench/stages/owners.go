package main

import "strings"

// owners are who allocated what is held. Of a stack the one counts whose function
// is nearest to the allocation; of one function, the first here.
var owners = []stage{
	{"server: blocks", []string{"server.init.func", "server.getMsgBlockBuf"}}, // pools of buffers, which have no other name
	{"server: subjects", []string{"server/stree.", "server/gsl."}},
	{"server: the rest", []string{"nats-server/v2/"}},
	{"client", []string{"nats-io/nats%2ego", "nats-io/nats.go"}},
	{"states and transcripts", []string{"familiar/policy/"}},
	{"lines and notes", []string{"familiar/messages"}},
	{"index of notes and authors", []string{"jetstream/index."}},
	{"keys of the texts", []string{"journal/seal."}},
	{"journal", []string{"familiar/journal"}},
	{"networks", []string{"familiar/actors/adapter"}},
	{"channels' actors", []string{"familiar/actors/channel", "familiar/actors/host", "hollywood/"}},
	{"other actors", []string{"familiar/actors/"}},
	{"models", []string{"familiar/llm"}},
	{"control", []string{"familiar/control"}},
	{"the driver", []string{"familiar/lab", "familiar/cmd/familiar/lab"}},
}

func ownerOf(stack []string) string {
	for _, function := range stack { // leaf first
		for _, o := range owners {
			for _, mark := range o.marks {
				if strings.Contains(function, mark) {
					return o.name
				}
			}
		}
	}
	return "the rest"
}
