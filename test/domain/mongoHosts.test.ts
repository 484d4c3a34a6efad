import { expect } from "chai";
import { mongoHosts } from "../../domain/mongoHosts.ts";

describe("the hosts of a MongoDB address", () => {
  for (const [uri, hosts] of [
    ["mongodb://127.0.0.1:27017/", "127.0.0.1:27017"],
    ["mongodb://user:p@ss@a.example,b.example:1/db?replicaSet=r", "a.example,b.example:1"],
    ["mongodb+srv://user:pass@cluster.example", "cluster.example"],
    ["mongodb://%2Fhome%2Fa%20b%2Fmongo.sock/plumbline", "/home/a b/mongo.sock"],
    ["mongodb://user:p%40ss@%2Frun%2Fm.sock,b.example:1/", "/run/m.sock,b.example:1"],
    ["mongodb://%E0%A4%A.sock/", "%E0%A4%A.sock"],
    ["", "the given address"],
  ] as const)
    it(`"${uri}": ${hosts}`, () => expect(mongoHosts(uri)).to.equal(hosts));
});
