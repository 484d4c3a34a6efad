// Checks whether a secret key is guessable: the text of an example, or a few characters repeated.

const EXAMPLES = /change.?me|example|default|secret|password|plumbline|0123456789|abcdefgh/i;
/** 32 random characters of any common key alphabet contain more distinct characters. */
const MIN_DISTINCT = 10;

export const isWeakSecret = (secret: string): boolean => EXAMPLES.test(secret) || new Set(secret).size < MIN_DISTINCT;
