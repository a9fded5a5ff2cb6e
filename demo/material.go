package demo

import (
	"embed"
	"fmt"
)

// written is what is said: one file of scenes for each channel.
//
//go:embed scenes/*.txt
var written embed.FS

// scenesOf returns a channel's scenes in the order of its file. The first is
// the one it opens with.
func scenesOf(channel string) ([]scene, error) {
	text, err := written.ReadFile("scenes/" + channel + ".txt")
	if err != nil {
		return nil, fmt.Errorf("demo: scenes of %s: %w", channel, err)
	}
	scenes, err := parseScenes(string(text))
	if err != nil {
		return nil, fmt.Errorf("demo: scenes of %s: %w", channel, err)
	}
	return scenes, nil
}
