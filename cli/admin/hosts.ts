import type { Command } from "commander";
import { runs } from "../command.ts";
import { table } from "../output.ts";

const HOW = {
  open: "may be visited already.",
  already: "is allowed already.",
  added: "is allowed. Nothing has to be restarted.",
} as const;

export function addHosts(program: Command): void {
  const group = program.command("hosts").description("hosts with private addresses that the service may visit");

  runs(
    group
      .command("allow")
      .description("allow the service to visit a private host, such as localhost:3000")
      .argument("<host>", "host:port, or the site's address"),
    {
      async act({ ctx, caller }, { args, out }) {
        const { allowHost } = await import("../../api/operations/installation/allowedHosts.ts");
        const allowed = await allowHost(ctx, caller, args[0] ?? "");
        out.answer(allowed, [`${allowed.host} ${HOW[allowed.how]}`]);
      },
    },
  );

  runs(group.command("list").description("the allowed hosts; those of SVC_ALLOWED_HOSTS are not in this list"), {
    async act({ ctx, caller }, { out }) {
      const { listHosts } = await import("../../api/operations/installation/allowedHosts.ts");
      const hosts = await listHosts(ctx, caller);
      out.answer({ hosts }, table(hosts));
    },
  });

  runs(
    group
      .command("remove")
      .description("stop the service from visiting a private host")
      .argument("<host>", "host:port, or the site's address"),
    {
      async act({ ctx, caller }, { args, out }) {
        const { removeHost } = await import("../../api/operations/installation/allowedHosts.ts");
        const removed = await removeHost(ctx, caller, args[0] ?? "");
        out.answer(removed, [`${removed.host} is no longer allowed.`]);
      },
    },
  );
}
