@order
Feature: Checkout one question at a time
  A buyer is led through address, delivery and review, and mistakes are told where they are made.

  Background:
    Given I am on "/products/linen-throw"
    And I click the "Reject all" button
    And I click the "Add to basket" button
    And I open "/order/address"

  Scenario: Mistakes are told, and mended answers go on
    When I fill in "E-mail address" with "ada"
    And I fill in "Postcode" with "12"
    And I click the "Go on to delivery" button
    Then an alert says "Enter an address such as name@example.com."
    And an alert says "Enter the five figures of your postcode."
    And the "E-mail address" field has the value "ada"
    When I fill in the form:
      | E-mail address    | ada@example.com |
      | Full name         | Ada Byron       |
      | Street and number | Mill Race 48    |
      | Postcode          | 97201           |
    And I click the "Go on to delivery" button
    Then I should be on "/order/delivery"
    When I click the "Go on to the review" button
    Then an alert says "Choose how the parcel gets to you."
    When I choose "Pick up"
    And I click the "Go on to the review" button
    Then I should be on "/order/review"
    And I should see "Ada Byron, Mill Race 48"
    When I click the "Place the order" button
    Then I should see "Thank you"
