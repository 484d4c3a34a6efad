// Whether a secret key is one that somebody could guess: a text of an example, or few characters repeated.

const EXAMPLES = /change.?me|example|default|secret|password|plumbline|0123456789|abcdefgh/i;
/** 32 random characters of any alphabet that is used for keys have more. */
const MIN_DISTINCT = 10;

export const isWeakSecret = (secret: string): boolean => EXAMPLES.test(secret) || new Set(secret).size < MIN_DISTINCT;
