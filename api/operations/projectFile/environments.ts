// Environments in the project file. Access data is given by variable names, stored sealed, and never returned.
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../domain/errors.ts";
import type { FieldProblem } from "../../../domain/import/problems.ts";
import { boundOrigin } from "../../../domain/net/accessOrigin.ts";
import { type AccessFrom, isFrom, resolvedAccess, variablesOf } from "../../../domain/projectFile/accessFrom.ts";
import { environmentItem } from "../../../domain/projectFile/canonical.ts";
import { canonicalText } from "../../../domain/projectFile/differences.ts";
import { below } from "../../../domain/projectFile/places.ts";
import type { FieldChange, FileEnvironment, Item } from "../../../domain/projectFile/types.ts";
import type { SiteAccess } from "../../../domain/visual/shot.ts";
import { environmentsOf } from "../../../models/environments/queries.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { deleteUnchangedEnvironment, noteAccessFrom } from "../../../models/environments/writes.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import { fieldProblemsOf } from "../../lib/fieldProblems.ts";
import { tidyBaseUrl } from "../../lib/fields.ts";
import { checkAccess } from "../environments/access.ts";
import { changeEnvironment, losesAccess } from "../environments/changeEnvironment.ts";
import { createEnvironment } from "../environments/createEnvironment.ts";
import { type Outcome, type Present, requireWritten, type Section, type Use, viewsOf } from "./section.ts";

type View = Item["view"] & {
  slug: string;
  name?: string;
  baseUrl: string;
  access?: AccessFrom | null;
  location?: string | null;
};

export const environmentSection: Section = {
  kind: "environment",
  async present(use) {
    const stored = await environmentsOf(use.ctx.models, use.project._id);
    return stored.map((one) => presentOf(use, one));
  },
  wanted: ({ environments }) =>
    environments?.map((one) => ({
      ...environmentItem({ ...one, baseUrl: tidyBaseUrl(one.baseUrl) }),
      // null ("no access", "no location") is different from an omitted field.
      ...((one.access === null || one.location === null) && { view: { ...one, baseUrl: tidyBaseUrl(one.baseUrl) } }),
    })) ?? null,
  target(present, wanted) {
    const before = present?.view as View | undefined;
    const stays = {
      ...(before?.name !== undefined && { name: before.name }),
      ...(before?.location && { location: before.location }),
    };
    const { access, ...view } = { ...stays, ...wanted.view } as View;
    const kept = "access" in wanted.view ? access : before?.access;
    return environmentItem({ ...(view as FileEnvironment), access: kept ?? null }).view;
  },
  async create(use, target) {
    const { slug, name = slug, baseUrl, access, location } = target as View;
    const plain = access ? accessOf(use, slug, access) : undefined;
    const made = await createEnvironment(use.ctx, use.caller, {
      project: use.project._id,
      slug,
      name,
      baseUrl,
      access: plain,
      ...(location && { location }),
    });
    if (access) await noteAccessFrom(use.ctx.models, made.id, access);
  },
  check(use, { name, target, wanted }, outcome) {
    checkAccessOf(use, name, (wanted as View).access ?? null);
    return nameProblems(name, target as View, outcome);
  },
  checkRemoval(_use, name, { end }) {
    const [project] = viewsOf(end, "project").values();
    return project?.referenceEnvironment === name ? [{ path: "", message: isReference(name) }] : [];
  },
};

const isReference = (slug: string): string =>
  `The other environments are compared with the baselines of "${slug}". Set another project.referenceEnvironment first.`;

/** Names must be unique, like slugs. */
function nameProblems(slug: string, { name = slug }: View, { all }: Outcome): FieldProblem[] {
  const others = [...viewsOf(all, "environment")] as [string, View][];
  const twin = others.find(([other, view]) => other !== slug && (view.name ?? other) === name);
  return twin ? [{ path: "name", message: `is that of the environment "${twin[0]}"` }] : [];
}

/** Placeholder for a value that the caller did not send, so that the rest of the access data can still be checked. */
const SOME_VALUE = "some-value";

/**
 * Throws `validation_error` with paths relative to the environment. If a variable holds the whole access data, it cannot be checked
 * without its value.
 */
function checkAccessOf({ values }: Use, slug: string, access: AccessFrom | null): void {
  if (access === null) return;
  const missing = variablesOf(access).filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0 && isFrom(access)) return;
  const all = { ...Object.fromEntries(missing.map((name) => [name, SOME_VALUE])), ...values };
  const plain = resolvedAccess(access, all);
  if (plain === null) throw notJson(slug);
  try {
    checkAccess(plain);
  } catch (error) {
    throw error instanceof ProductError ? belowAccess(error) : error;
  }
}

/** Makes the paths of the problem relative to the environment. */
function belowAccess(error: ProductError): ProductError {
  const moved = fieldProblemsOf(error).map(({ path, message }) => ({ path: below("access", path), message }));
  return new ProductError(error.code, error.message, { fields: moved });
}

const notJson = (slug: string) =>
  new ProductError("validation_error", `The variable with the access data of the environment "${slug}" is not JSON.`);

function presentOf(use: Use, stored: Environment): Present {
  const { models } = use.ctx;
  const what = `The environment "${stored.slug}"`;
  const { slug, name, baseUrl, accessFrom, location = null } = stored;
  return {
    ...environmentItem({ slug, name, baseUrl, access: accessFrom as AccessFrom | null, location }),
    hidden: (wanted) => accessDifference(use, stored, wanted as View),
    async change(target, wanted) {
      const { name: wantedName = slug, baseUrl: address, location: place = null } = target as View;
      // Only what the file itself contains: omitted access data stays as it was stored.
      const { access } = wanted as View;
      const written = await changeEnvironment(use.ctx, use.caller, use.project, stored, {
        name: wantedName,
        baseUrl: address,
        ...(place !== location && { location: place }),
        ...(access !== undefined && {
          access: access === null ? null : { plain: accessOf(use, slug, access), from: access },
        }),
      });
      requireWritten(written !== null, what);
    },
    async remove() {
      if (stored._id === use.project.referenceEnvironmentId) throw new ProductError("conflict", isReference(slug));
      requireWritten(await deleteUnchangedEnvironment(models, stored), what);
      await recordAudit(use.ctx, use.caller, "environment.delete", stored._id, {
        project: use.project.slug,
        slug: stored.slug,
      });
    },
  };
}

/** Throws `validation_error` if a variable has no value or the values are not valid access data. */
function accessOf({ values }: Use, slug: string, access: AccessFrom): SiteAccess {
  const missing = variablesOf(access).filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0)
    throw new ProductError(
      "validation_error",
      `The access of the environment "${slug}" needs the environment variable${missing.length > 1 ? "s" : ""} ${missing.join(", ")}.`,
    );
  const plain = resolvedAccess(access, values);
  if (plain === null) throw notJson(slug);
  return checkAccess(plain);
}

/** Reports that values differ, but never what they are. Without the values only the variable names can be compared. */
function accessDifference(use: Use, stored: Environment, wanted: View): FieldChange[] {
  const { access, baseUrl } = wanted;
  if (access === undefined && losesAccess(stored, baseUrl))
    return [{ path: "access", from: `for ${boundOrigin(stored)}`, to: null }];
  if (access === null && stored.sealedAccess !== null && !stored.accessFrom)
    return [{ path: "access", from: "set elsewhere", to: null }];
  if (!access || canonicalText(access) !== canonicalText(stored.accessFrom)) return [];
  const plain = resolvedAccess(access, use.values);
  if (plain === null || stored.sealedAccess === null) return [];
  if (isDeepStrictEqual(JSON.parse(use.ctx.sealer.open(stored.sealedAccess)), plain)) return [];
  return [{ path: "access", from: "other values", to: `values of ${variablesOf(access).join(", ")}` }];
}
