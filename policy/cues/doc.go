// Package cues knows by heart the few words by which a line of chat shows what
// it is: a question or a request, thanks, a yes or no or greeting; and what
// people put behind a name when they call somebody.
//
// The words are a table for each language, a file each. A language whose words
// stand between spaces is looked up word by word ([Of]), at the head of a line
// and for thanks a little further on. Chinese and Japanese have no spaces, and
// their particles stand at the end of a clause, so words are looked for within
// a [Stretch] of letters, and at its end. Korean has spaces and both.
//
// [Next] takes a text apart into words and stretches, whatever its script.
// [IsQuestion] tells whether a text asks, by its signs or by an ending that is
// as good as one.
//
// It guesses no language: a line may be in several, and a word that another
// language uses otherwise is left out or stands with the word behind it. In a
// language without a table only signs such as ? are known. All texts are folded
// already. Nothing here allocates.
//
// policy/odds reads lines by it, policy/address asks it for questions, and
// policy/ladder for names.
package cues
