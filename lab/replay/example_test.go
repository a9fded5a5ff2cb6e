package replay_test

import (
	"context"
	"fmt"

	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/policy/conversation"
)

// Two presets in the place of one person of a recording.
func ExampleRun() {
	recording, err := corpus.Open("testdata/sample.jsonl", corpus.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	mira := []corpus.Gold{recording.Slice("garden/1").Gold("mira")}
	for _, preset := range []string{"ladder", "social"} {
		policy, _ := conversation.Preset(preset)
		room, _ := conversation.PresetRoom(preset)
		sum, err := replay.Run(context.Background(), recording, mira, replay.Options{Policy: policy, Room: room, Judge: replay.Oracle})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d calls to speak, %d questions\n", preset, sum.Calls, sum.JudgeCalls)
	}
	// Output:
	// ladder: 8 calls to speak, 0 questions
	// social: 7 calls to speak, 8 questions
}
