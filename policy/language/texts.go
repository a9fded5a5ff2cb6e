package language

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Texts are the notices of one package, a W each time, by where they come from.
type Texts[W any] struct {
	Own     map[Language]W // the operator's translations
	Plain   W              // what the operator wrote for every language; by default English
	Built   map[Language]W // those the program carries besides English
	English W
}

// In picks one of the texts in a language: the operator's translation, else
// what the operator wrote for every language, else ours, else English. An empty
// text is none.
func (t Texts[W]) In(l Language, text func(*W) string) string {
	own, plain, built := t.Own[l], t.Plain, t.Built[l]
	english := text(&t.English)
	if said := text(&own); said != "" {
		return said
	}
	if said := text(&plain); said != "" && said != english {
		return said
	}
	if said := text(&built); said != "" {
		return said
	}
	return english
}

// Said is In, but nothing in any language where the operator left the text
// empty.
func (t Texts[W]) Said(l Language, text func(*W) string) string {
	if plain := t.Plain; text(&plain) == "" {
		return ""
	}
	return t.In(l, text)
}

// ValidateTranslations says what is wrong with an operator's translations, all
// of it: a language that is none, and what check finds in a language's texts.
func ValidateTranslations[W any](own map[Language]W, check func(W) error) error {
	var errs []error
	for _, l := range slices.Sorted(maps.Keys(own)) {
		if err := l.Validate(); err != nil {
			errs = append(errs, fmt.Errorf("translations: %w", err))
		}
		if err := check(own[l]); err != nil {
			errs = append(errs, fmt.Errorf("translations.%s: %w", l, err))
		}
	}
	return errors.Join(errs...)
}
