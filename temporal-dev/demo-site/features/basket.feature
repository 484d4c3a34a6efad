@shop
Feature: Basket
  A visitor collects pieces and sees what they cost.

  Background:
    Given I am on "/shop"
    And I click the "Reject all" button

  @smoke
  Scenario: A piece is added to the basket
    When I click the "Oak stool" link
    And I click the "Add to basket" button
    Then I should be on "/cart"
    And I should see "Oak stool"
    And I should see "Quantity: 1"

  Scenario Outline: Small baskets cost delivery, larger ones do not
    Given I am on "/products/<piece>"
    When I fill in "Quantity" with "<quantity>"
    And I click the "Add to basket" button
    Then I should see "<total>"

    Examples:
      | piece           | quantity | total   |
      | beeswax-candles | 1        | $44.00  |
      | beeswax-candles | 3        | $108.00 |
      | stoneware-mugs  | 2        | $116.00 |
