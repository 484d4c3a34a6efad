// Tracking clauses are removed from a goal, wherever they are; the rest stays intact.
import { expect } from "chai";
import { nameOfGoal, readGoal } from "../../../../domain/functional/create/clauses.ts";

const ADDS = "adds a product to the cart";
const CLICKS = 'clicks "Add to basket"';

describe("a goal", () => {
  // The remaining clauses, and whether one was about tracking.
  for (const [goal, clauses, tracked] of [
    ["a visitor adds a product to the cart and the add_to_cart event is sent", [ADDS], true],
    ["a visitor adds a product to the cart and verify that add_to_cart is sent with value 12", [ADDS], true],
    ["a visitor adds a product to the cart, and add_to_cart fires with value 12.50 and currency EUR", [ADDS], true],
    ["a visitor adds a product to the cart and add_to_cart is sent with value, currency and items", [ADDS], true],
    ["Verify that add_to_cart is sent when a visitor adds a product to the cart", [ADDS], true],
    ["add_to_cart must be sent with value 12 when somebody adds a product to the cart", [ADDS], true],
    ["When a visitor adds a product to the cart, add_to_cart is pushed to the data layer", [ADDS], true],
    ["When a visitor adds a product to the cart add_to_cart must be sent", [ADDS], true],
    [
      'the add_to_cart event fires after a visitor adds a product to the cart and sees "Oak stool"',
      [ADDS, 'sees "Oak stool"'],
      true,
    ],
    [
      'a visitor adds a product to the cart, check the add_to_cart payload, then sees "Oak stool"',
      [ADDS, 'sees "Oak stool"'],
      true,
    ],
    ["a visitor adds a product to the cart; the payload contains item_id, item_name and price", [ADDS], true],
    ["a visitor adds a product to the cart (add_to_cart with value 12)", [ADDS], true],
    [
      'a visitor adds a product to the cart (event: add_to_cart, currency: EUR) and sees "Oak stool"',
      [ADDS, 'sees "Oak stool"'],
      true,
    ],
    ["a visitor adds a product to the cart with tracking of add_to_cart", [ADDS], true],
    ["a visitor adds a product to the cart including tracking", [ADDS], true],
    ["a visitor adds a product to the cart, sending add_to_cart with the right value", [ADDS], true],
    ["a visitor adds a product to the cart which fires add_to_cart", [ADDS], true],
    ["a visitor adds a product to the cart so that add_to_cart is tracked in GA4", [ADDS], true],
    ['a visitor adds a product to the cart. The dataLayer must contain "add_to_cart".', [ADDS], true],
    ["a visitor adds a product to the cart. Make sure analytics gets the currency and the value.", [ADDS], true],
    ["Check the tracking of adding a product to the cart", [ADDS], true],
    ["Test that tracking works when a visitor adds a product to the cart", [ADDS], true],
    ['Clicking "Add to basket" sends add_to_cart with currency USD', [CLICKS], true],
    ['Verify that clicking "Add to basket" sends the add_to_cart event with value 12', [CLICKS], true],
    ['Clicking "Add to basket" should fire the add_to_cart event', [CLICKS], true],
    ['Make sure a click on "Add to basket" triggers add_to_cart', [CLICKS], true],
    ['Check the tracking payload of the click on "Add to basket"', [CLICKS], true],
    ['Verify that when a user clicks "Add to basket", the add_to_cart event is sent', [CLICKS], true],
    ['a visitor clicks "Add to basket" and the GA4 hit has value 12', [CLICKS], true],
    ['a visitor clicks "Add to basket" — add_to_cart is sent exactly once', [CLICKS], true],
    ['a visitor clicks "Add to basket" and it is tracked', [CLICKS], true],
    ['expects the purchase event with value 12,50 after a visitor clicks "Add to basket"', [CLICKS], true],
    ['add_to_cart: a visitor clicks "Add to basket"', [CLICKS], true],
    [
      'a visitor opens /lamps.html, clicks "Add to basket" and `add_to_cart` is triggered',
      ["opens /lamps.html", CLICKS],
      true,
    ],
    [
      'a visitor signs in, login is sent to analytics, clicks "Add to basket" and add_to_cart fires, then sees "1 item, $12.50"',
      ["signs in", CLICKS, 'sees "1 item, $12.50"'],
      true,
    ],
    [
      'a visitor clicks the Events link and sees "Summer festival"',
      ["clicks the Events link", 'sees "Summer festival"'],
      false,
    ],
    [
      'a visitor opens the order, clicks "Track parcel" and sees "On its way"',
      ["opens the order", 'clicks "Track parcel"', 'sees "On its way"'],
      false,
    ],
    [
      'a visitor enters "12" in tracking_number and sees "The parcel is tracked, and it is late."',
      ['enters "12" in tracking_number', 'sees "The parcel is tracked, and it is late."'],
      false,
    ],
    [
      'a visitor checks "Send me events and news" and clicks "Save"',
      ['checks "Send me events and news"', 'clicks "Save"'],
      false,
    ],
    ["ein Besucher legt ein Produkt in den Warenkorb und add_to_cart wird gesendet", [ADDS], true],
    [
      'Ein Kunde klickt auf "In den Warenkorb", das Ereignis add_to_cart wird mit dem Wert 12 gesendet',
      ['clicks "In den Warenkorb"'],
      true,
    ],
    ["un visiteur ajoute un produit au panier et l'événement add_to_cart est envoyé", [ADDS], true],
    ['un visitante hace clic en "Comprar" y el evento purchase se envía', ['clicks "Comprar"'], true],
    ['un visitatore cerca "lampada" e vede "8 risultati"', ['searches for "lampada"', 'sees "8 risultati"'], false],
    ['een bezoeker voegt een product toe aan de winkelwagen en ziet "Lamp"', [ADDS, 'sees "Lamp"'], false],
    // A denial is never lost.
    ['a visitor sees "A" but not "B"', ['sees "A"', 'does not see "B"'], false],
    ['a visitor does not see "A" but sees "B"', ['does not see "A"', 'sees "B"'], false],
    ['a visitor opens the menu but does not click "Delete"', ["opens the menu", 'does not click "Delete"'], false],
    ['der Kunde sieht "A", aber nicht "B"', ['sees "A"', 'does not see "B"'], false],
    ['der Kunde sieht nicht "A" und "B"', ['does not see "A"', 'does not see "B"'], false],
    ['die Meldung "B" erscheint nicht', ['does not see "B"'], false],
    ['es erscheint keine Meldung "B"', ['does not see "B"'], false],
    ['der Kunde klickt nicht auf "B"', ['der Kunde klickt nicht auf "B"'], false],
    ['el visitante ve "A" pero no "B"', ['sees "A"', 'does not see "B"'], false],
    ['no se muestra "B"', ['does not see "B"'], false],
    ['"B" no es visible en la página', ['does not see "B"'], false],
    ['el usuario no debería ver "B"', ['does not see "B"'], false],
    ['el usuario no hace clic en "B"', ['el usuario no hace clic en "B"'], false],
    ['le client voit "A" mais pas "B"', ['sees "A"', 'does not see "B"'], false],
    ['"B" n\'est pas visible sur la page', ['does not see "B"'], false],
    ['il visitatore vede "A" ma non "B"', ['sees "A"', 'does not see "B"'], false],
    ['o cliente clica no botão "Comprar"', ['clicks "Comprar"'], false],
    // Nor is what limits it.
    ['le client ne voit que "A"', ['le client ne voit que "A"'], false],
    ['der Kunde sieht nichts außer "A"', ['der Kunde sieht nichts außer "A"'], false],
    ['el cliente no solo ve "A"', ['el cliente no solo ve "A"'], false],
    ['"A" erscheint nicht sofort', ['"A" erscheint nicht sofort'], false],
    ['el cliente ve "Stool" en "Carrito"', ['el cliente ve "Stool" en "Carrito"'], false],
    ["der Kunde sieht keinen Fehler", ["der Kunde sieht keinen Fehler"], false],
    ['der Kunde drückt Enter in "Name"', ['der Kunde drückt Enter in "Name"'], false],
    ['der Kunde sieht nicht nur "A", sondern auch "B"', ['der Kunde sieht nicht nur "A"', 'sondern auch "B"'], false],
    // Who acts denies nothing, and names of keys are translated.
    ['ein nicht angemeldeter Besucher klickt auf "A"', ['clicks "A"'], false],
    ['un visiteur non connecté clique sur "A"', ['clicks "A"'], false],
    ['un visitante no registrado hace clic en "A"', ['clicks "A"'], false],
    ['ein nicht angemeldeter Besucher sieht "A" nicht', ['does not see "A"'], false],
    ['der Kunde drückt "Enter"', ["presses Enter"], false],
    ['le client appuie sur "Entrée"', ["presses Enter"], false],
    ['el cliente pulsa "Intro"', ["presses Enter"], false],
    ['de gebruiker ziet "A" en "B"', ['sees "A" and "B"'], false],
    // Nor is a text, if a form knows only some of them.
    [
      'un visiteur ne voit plus "A" après avoir cliqué sur "Fermer"',
      ['un visiteur ne voit plus "A" après avoir cliqué sur "Fermer"'],
      false,
    ],
    [
      'Given I am on "/" When I click "Shop" Then I should see "Stool" But I should not see "Error"',
      ['I am on "/"', 'I click "Shop"', 'I should see "Stool"', 'I should not see "Error"'],
      false,
    ],
  ] as const)
    it(`${goal}`, () => {
      const read = readGoal(goal);
      expect(read.clauses, JSON.stringify(read)).to.deep.equal([...clauses]);
      expect(read.tracking.length > 0, JSON.stringify(read)).to.equal(tracked);
    });

  it("of tracking alone leaves nothing to do", () => {
    for (const goal of [
      "the add_to_cart event is sent",
      "Verify the purchase event with value 12 and currency EUR",
      "Check tracking.",
    ])
      expect(readGoal(goal).clauses, goal).to.deep.equal([]);
  });

  it("names its feature in English, with names of controls as they are", () => {
    const named = (goal: string) => nameOfGoal(readGoal(goal).clauses, "/shop");
    expect(named('Ein Kunde klickt auf "In den Warenkorb"')).to.equal("Clicks In den Warenkorb");
    expect(named("Посетитель добавляет товар")).to.equal("A journey from /shop");
    expect(named("ein Besucher wartet auf das Wetter")).to.equal("A journey from /shop");
  });

  it("tells the clauses that are more than one scenario has", () => {
    const { clauses, rest } = readGoal(Array.from({ length: 22 }, (_, at) => `clicks "Button ${at}"`).join(", "));
    expect(clauses.length).to.equal(20);
    expect(rest.map(({ clause }) => clause)).to.deep.equal(['clicks "Button 20"', 'clicks "Button 21"']);
  });

  it("keeps its conditions apart, because steps cannot depend on them", () => {
    for (const [goal, clauses, conditions] of [
      ["If the cart is empty, a visitor clicks Shop", ["clicks Shop"], ["If the cart is empty"]],
      ["If the book is sold out, then the visitor clicks Notify", ["clicks Notify"], ["If the book is sold out"]],
      ["If a visitor is signed in, he clicks Account", ["clicks Account"], ["If a visitor is signed in"]],
      ["if he sees a banner, he clicks Reject", ["clicks Reject"], ["if he sees a banner"]],
      ["a visitor opens /cart unless it is empty", [], ["a visitor opens /cart unless it is empty"]],
      ['a visitor clicks "Buy" if it is shown', [], ['a visitor clicks "Buy" if it is shown']],
      ['clicks "A", otherwise clicks "B"', ['clicks "A"'], ['otherwise clicks "B"']],
      ['Wenn der Warenkorb leer ist, klickt der Besucher auf "A"', ['clicks "A"'], ["Wenn der Warenkorb leer ist"]],
      ['si el carrito está vacío, el visitante hace clic en "A"', ['clicks "A"'], ["si el carrito está vacío"]],
      // What happens first, questions and names are no conditions.
      ['If a visitor clicks Buy, he sees "Thanks"', ["clicks Buy", 'sees "Thanks"'], []],
      ["If they add a lamp to the cart, the cart shows 1", ["add a lamp to the cart", "the cart shows 1"], []],
      ["a visitor checks if the cart is empty", ["checks if the cart is empty"], []],
      ['a visitor clicks "What if"', ['clicks "What if"'], []],
      ["add_to_cart is sent if a visitor adds a product to the cart", [ADDS], []],
    ] as const) {
      const { clauses: read, rest } = readGoal(goal);
      expect([read, rest.map(({ clause }) => clause)], goal).to.deep.equal([clauses, conditions]);
    }
  });

  it("is read in no time, however long and odd it is", () => {
    for (const odd of ["a_b ", "when ", '"', "event ", "(tracking ", "and ", "in ", "with "])
      expect(readGoal(odd.repeat(2_000)).clauses.length).to.be.at.most(20);
  });
});
