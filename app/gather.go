package app

import (
	"context"
	"sync"
	"time"

	"familiar/cluster/verbs"
)

// A Process is one of the deployment.
type Process struct {
	ID   string
	Host string // its machine, as that names itself
}

// gatherWithin bounds how long the other processes are waited for that are asked
// together: longer than one needs to ask its channels.
const gatherWithin = statusWithin + time.Second

// An answered question of a process.
type answered[Answer any] struct {
	Process
	Answer Answer
}

// askOthers asks all other processes, and returns what they answered, in the order of their
// ids, and which didn't in time.
func askOthers[Question, Answer any](ctx context.Context, a *App, kind verbs.Ask[Question, Answer], q Question) (answers []answered[Answer], silent []Process) {
	if a.Sharing == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, gatherWithin)
	defer cancel()
	others := a.Sharing.Others()
	all := make([]answered[Answer], len(others))
	failed := make([]error, len(others))
	var asking sync.WaitGroup
	for i, p := range others {
		asking.Go(func() { // each waits for another process
			all[i].Process = p
			all[i].Answer, failed[i] = kind.Put(q, func(verb string, question []byte) ([]byte, error) {
				return a.Sharing.AskProcess(ctx, p.ID, verb, question)
			})
		})
	}
	asking.Wait()
	for i, err := range failed {
		if err != nil {
			a.Log.Info("a process did not answer", "process", others[i].ID, "host", others[i].Host, "verb", kind.Name, "err", err)
			silent = append(silent, others[i])
			continue
		}
		answers = append(answers, all[i])
	}
	return answers, silent
}
