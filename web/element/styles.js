const NAMES = ["element"];

/** The looks of every element of a document, which share them. */
export const sheets = NAMES.map(() => new CSSStyleSheet());

/** Settles when the looks are there. One that does not come costs its looks, not the list. */
export const styled = Promise.all(
  NAMES.map(async (name, index) => {
    try {
      const answer = await fetch(new URL(`../styles/${name}.css`, import.meta.url));
      if (answer.ok) sheets[index].replaceSync(await answer.text());
    } catch {
      // Without a network there is nothing to be styled either.
    }
  }),
);
