/** Returns the credentials of an `Authorization: Basic …` header. They are as secret as the password. */
export const basicPair = ({ username, password }: { username: string; password: string }): string =>
  Buffer.from(`${username}:${password}`, "utf8").toString("base64");
