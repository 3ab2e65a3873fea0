import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { localWords } from './local-words.ts';

/**
 * A password that takes fewer guesses is rejected. Common passwords, and one or two common words with digits or signs, take
 * fewer; eight random letters take 10⁸.
 */
const minGuesses = 3e7;
/** Only the beginning is estimated: the time grows with the length, to seconds for 200 characters. */
const maxEstimatedLength = 32;

let estimator: ZxcvbnFactory | undefined;

/** The estimator, made at the first password: its ranked dictionary takes a sixth of a server's start. */
function passwordEstimator(): ZxcvbnFactory {
  estimator ??= new ZxcvbnFactory({
    dictionary: {
      'passwords-common': dictionary['passwords-common'],
      localWords: [...localWords],
    },
    graphs: adjacencyGraphs,
    // A tenth of the default: each substitution is tried in each part of the password.
    l33tMaxSubstitutions: 10,
  });
  return estimator;
}

/**
 * Reports whether a password is easily guessed: a common password, words, a walk along the keyboard, a date or a repetition.
 * `known`: what a guesser knows about the borrower and the lender, such as names.
 */
export function isEasilyGuessed(password: string, known: readonly string[] = []): boolean {
  const start = [...password.normalize('NFKC')].slice(0, maxEstimatedLength).join('');
  return passwordEstimator().check(start, [...known]).guesses < minGuesses;
}
