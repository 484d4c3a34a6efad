// Deletes a feature: lists what is deleted with it, or what prevents the deletion.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { AppFeature } from "../../../../api/endpoints/answers/app/functional.ts";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { TextLink } from "../../components/Links.tsx";
import { TypedConfirm } from "../../components/TypedConfirm.tsx";
import { remove } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";

export function DeleteFeature({ project, feature }: { project: string; feature: AppFeature }) {
  const [open, setOpen] = useState(false);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { featureId, name, version, scenarios, history, linkedEvents } = feature;
  const drop = () =>
    remove("/api/app/projects/{slug}/features/{featureId}", {
      params: { slug: project, featureId },
      query: { version },
    });
  const leave = () => {
    queries.removeQueries({ queryKey: ["feature", project, featureId] });
    void navigate({ to: paths.functional(project) as "/" });
  };
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        Delete
      </Button>
      {open &&
        (linkedEvents.length > 0 ? (
          <Dialog title="The feature is in use" open onOpenChange={close}>
            <p>
              {plural(linkedEvents.length, "event")} of the{" "}
              <TextLink to={paths.tracking(project)}>tracking plan</TextLink> {linkedEvents.length === 1 ? "is" : "are"}{" "}
              proven by it. Unlink {linkedEvents.length === 1 ? "it" : "them"} first:
            </p>
            <ul>
              {linkedEvents.slice(0, 20).map(({ id, label }) => (
                <li key={id}>{label || id}</li>
              ))}
            </ul>
          </Dialog>
        ) : (
          <TypedConfirm
            title="Delete the feature"
            word={featureId}
            action="Delete"
            change={drop}
            stale="features"
            say={`The feature "${name}" is deleted.`}
            onDone={leave}
            onClose={close}
          >
            <p>
              {plural(scenarios.length, "scenario")} and {plural(history.length, "version")} of it are deleted
              permanently. Results of earlier runs are kept.
            </p>
          </TypedConfirm>
        ))}
    </>
  );
}
