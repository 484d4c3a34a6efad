/** The pair of an `Authorization: Basic …` header. It is a secret as the password is. */
export const basicPair = ({ username, password }: { username: string; password: string }): string =>
  Buffer.from(`${username}:${password}`, "utf8").toString("base64");
