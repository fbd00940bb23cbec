export const words = {
  title: "Wall",
  what: "Each has a connection of its own. Pull one at its end: all follow.",
  many: "How many",
  people: ["Anna", "Ben", "Chloe", "David", "Ella", "Finn", "Grace", "Hugo", "Iris"],
};
