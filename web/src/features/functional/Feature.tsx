// One feature: editable text, problems, versions and runs.
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../components/States.tsx";
import { get } from "../../lib/api.ts";
import { useParam, useProjectSlug, useUrlState } from "../../lib/urlState.ts";
import { FeatureEditor } from "./FeatureEditor.tsx";
import { templateOf } from "./gherkinText.ts";
import { groupFrom } from "./tree.ts";

export function Screen() {
  const project = useProjectSlug();
  const featureId = useParam("featureId");
  const [{ new: name, folder }] = useUrlState({ new: "", folder: "" });
  const feature = useQuery({
    queryKey: ["feature", project, featureId],
    queryFn: ({ signal }) =>
      get("/api/app/projects/{slug}/features/{featureId}", { params: { slug: project, featureId }, signal }),
    enabled: name === "",
  });
  if (name !== "")
    return (
      <FeatureEditor
        key={`${featureId} new`}
        project={project}
        featureId={featureId}
        start={{ name, gherkin: templateOf(name), version: 0, group: groupFrom(folder), tickets: [] }}
        feature={null}
      />
    );
  return (
    <Loaded query={feature}>
      {(data) => <FeatureEditor key={featureId} project={project} featureId={featureId} start={data} feature={data} />}
    </Loaded>
  );
}
