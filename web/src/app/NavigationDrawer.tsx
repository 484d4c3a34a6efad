// The navigation on narrow windows: a drawer that opens from the menu button and closes with a swipe.
import { Drawer } from "@base-ui/react/drawer";
import { COVER } from "../lib/keys.ts";
import styles from "./Frame.module.css";
import { Sidebar } from "./Sidebar.tsx";
import { SCREENS } from "./screens.ts";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; project: string };

export function NavigationDrawer({ open, onOpenChange, project }: Props) {
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} swipeDirection="left">
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.scrim} />
        <Drawer.Popup className={styles.sheet} {...COVER} aria-label="Menu">
          <Sidebar screens={SCREENS} project={project} />
        </Drawer.Popup>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
