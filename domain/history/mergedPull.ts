// Finds the pull request that a commit merged, as code hosts write it into the message. Any other number in a message means something else.

const SUBJECTS = [
  // GitHub squash, Bitbucket merge.
  /\((?:pull request )?#(\d{1,9})\)$/,
  // GitHub merge.
  /^Merge pull request #(\d{1,9}) from \S/,
  // Azure DevOps.
  /^Merged PR (\d{1,9}):/,
];

/** Returns the pull request named in the first line of the message, or null. */
export function mergedPull(subject: string): number | null {
  const text = subject.trim();
  for (const pattern of SUBJECTS) {
    const number = Number(pattern.exec(text)?.[1] ?? 0);
    if (number > 0) return number;
  }
  return null;
}

/** Returns the merge request that GitLab names in the rest of the message. */
export function mergedByGitLab(body: string): number | null {
  const number = Number(/^See merge request (?:\S+)?!(\d{1,9})\s*$/m.exec(body)?.[1] ?? 0);
  return number > 0 ? number : null;
}

/** Returns the pull request named anywhere in the message. */
export const mergedByMessage = (message: string): number | null =>
  mergedPull(message.split("\n", 1)[0] ?? "") ?? mergedByGitLab(message);
