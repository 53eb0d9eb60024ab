import type { Page } from 'playwright-core';

/**
 * The contrast of each two colours on a page, 1 to 21 (WCAG 2.2).
 *
 * @param pairs colours of CSS, which the browser itself converts
 */
export async function contrasts(page: Page, pairs: readonly (readonly [string, string])[]): Promise<number[]> {
  const pixels = await page.evaluate((colours) => {
    const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('No canvas');
    return colours.map((colour) => {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    });
  }, pairs.flat());
  const luminances = pixels.map(luminance);
  return pairs.map((_, index) => {
    const [one = 0, other = 0] = luminances.slice(2 * index);
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  });
}

function luminance(pixel: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = pixel.map((byte) => {
    const value = byte / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
