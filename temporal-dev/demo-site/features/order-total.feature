@order
Feature: Total of an order
  What is reviewed costs what was chosen.

  Scenario: The review adds up
    Given I am on "/order/review?basket=linen-throw.2"
    Then I should see "2 × Linen throw"
    And the element with the test id "order-total" shows "$296.00"
