// Selects which environment a run visits, or the project's own address. Renders nothing if the project has no environments.
import { useFrame } from "../lib/frame.ts";
import { Select } from "./Field.tsx";

type Props = { project: string; value: string; onChange: (slug: string) => void };

export function EnvironmentSelect({ project, value, onChange }: Props) {
  const environments = useFrame(project).data?.environments ?? [];
  if (environments.length === 0) return null;
  return (
    <Select
      label="Environment"
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: "Project address" },
        ...environments.map(({ slug, name }) => ({ value: slug, label: name })),
      ]}
    />
  );
}
