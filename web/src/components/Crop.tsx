// A cropped part of a large picture with one region outlined.
import { serviceUrl } from "../lib/base.ts";
import { type Box, cropOf } from "../lib/crop.ts";
import styles from "./Crop.module.css";

type Props = {
  picture: { src: string; width: number; height: number; box: Box };
  alt: string;
  size: { width: number; height: number };
};

export function Crop({ picture, alt, size }: Props) {
  const { scale, left, top, mark } = cropOf(picture, size);
  return (
    <span className={styles.crop} style={{ width: size.width, height: size.height }}>
      <img
        src={serviceUrl(picture.src)}
        alt={alt}
        loading="lazy"
        decoding="async"
        width={picture.width * scale}
        height={picture.height * scale}
        style={{ left, top }}
      />
      <span className={styles.mark} style={mark} />
    </span>
  );
}
